import { useFetcher, useLocation } from '@remix-run/react'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { THEMES, type Theme } from './theme'

const LOOKS: Record<Theme, { icon: LucideIcon; words: string }> = {
  device: { icon: Monitor, words: 'As the device' },
  light: { icon: Sun, words: 'Light' },
  dark: { icon: Moon, words: 'Dark' },
}

/** Lights the back office by day, by night or as the device is: a form, and with scripts it leaves the page as it stands. */
export function ThemeSwitch({ theme, action }: { theme: Theme; action: string }) {
  const fetcher = useFetcher()
  const { pathname, search } = useLocation()
  const shown = fetcher.formData?.get('theme') ?? theme
  return (
    <fetcher.Form method="post" action={action} className="mb-1 flex gap-1 px-3">
      <input type="hidden" name="back" value={`${pathname}${search}`} />
      {THEMES.map((one) => {
        const { icon: Icon, words } = LOOKS[one]
        return (
          <button
            key={one}
            type="submit"
            name="theme"
            value={one}
            aria-label={words}
            aria-pressed={one === shown}
            title={words}
            className="grid h-11 grow place-items-center rounded-lg hover:bg-white/5 aria-pressed:bg-plum-light aria-pressed:text-champagne lg:pointer-fine:h-8"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        )
      })}
    </fetcher.Form>
  )
}
