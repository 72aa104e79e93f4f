import { Copy } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from './button'

interface CopyLinkProps {
  link: string
  /** Whose link it is, for who cannot see beside what the button stands. */
  of?: string
  /** What to do instead where nothing could be copied. */
  instead: string
}

/** Puts a link where it can be pasted from; without scripts there is none, and the link is selected by hand. */
export function CopyLink({ link, of, instead }: CopyLinkProps) {
  const [copied, setCopied] = useState('Copy link')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied('Copied')
    } catch {
      // a browser has no clipboard for scripts without https, and may refuse
      setCopied(`Not copied: ${instead}`)
    }
  }
  return (
    <button type="button" onClick={copy} className={buttonClass('quiet', 'px-4 text-sm scripting-only')}>
      <Copy aria-hidden className="size-4" />
      <span aria-live="polite">{copied}</span>
      {of && <span className="sr-only"> {of}</span>}
    </button>
  )
}
