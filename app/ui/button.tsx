import type { ComponentProps } from 'react'
import { Link } from './link'

const LOOKS = {
  /** The one action that matters on a screen. */
  gold: 'bg-gold text-night font-semibold hover:bg-gold-bright shadow-[0_6px_30px_-8px_rgb(231_183_95/0.6)]',
  quiet: 'border border-white/20 text-ink hover:border-white/45 hover:bg-white/5',
  plain: 'text-champagne underline-offset-4 hover:underline',
  danger: 'border border-wrong/60 text-wrong hover:bg-wrong/10',
} as const

export type ButtonLook = keyof typeof LOOKS

/** The classes of a button, for a native `<a>` or `<summary>` that should look like one. */
export function buttonClass(look: ButtonLook = 'quiet', more = '') {
  // of two paddings or sizes the stylesheet's order would decide, not the one who asks; what is asked for one width only (`max-sm:`) stands beside them
  const asked = more.split(' ')
  const width = asked.some((name) => name.startsWith('px-')) ? '' : 'px-6'
  const size = asked.includes('text-sm') ? '' : 'text-base'
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-full ${width} ${size} py-2.5 transition duration-200 ease-out disabled:cursor-not-allowed disabled:opacity-45 ${LOOKS[look]} ${more}`
}

/** A button that submits unless it says otherwise. */
export function Button({
  look,
  className,
  type = 'submit',
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type={type} {...rest} className={buttonClass(look, className)} />
}

/** A link that looks like a button; what it leads to is loaded as soon as it is pointed at. */
export function ButtonLink({ look, className, ...rest }: ComponentProps<typeof Link> & { look?: ButtonLook }) {
  return <Link prefetch="intent" {...rest} className={buttonClass(look, className)} />
}
