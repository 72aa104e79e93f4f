import { useLocation } from '@remix-run/react'
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import type { FormEvent } from 'react'
import { THEMES, type Theme } from './theme'

const LOOKS: Record<Theme, { icon: LucideIcon; words: string }> = {
  device: { icon: Monitor, words: 'As the device' },
  light: { icon: Sun, words: 'Light' },
  dark: { icon: Moon, words: 'Dark' },
}

interface ThemeSwitchProps {
  theme: Theme
  /** With scripts the page is lit at once. */
  onLight: (theme: Theme) => void
  action: string
}

/**
 * Lights the back office by day, by night or as the device is: a form, and with scripts it leaves the page as it stands. Nothing of that is
 * loaded anew, as the router would: what is typed into a form would go with what others have saved meanwhile.
 */
export function ThemeSwitch({ theme, onLight, action }: ThemeSwitchProps) {
  const { pathname, search } = useLocation()
  const light = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const chosen = THEMES.find((one) => submitter instanceof HTMLButtonElement && one === submitter.value)
    if (!chosen) return
    onLight(chosen)
    document.documentElement.dataset.theme = chosen
    const body = new URLSearchParams({ theme: chosen })
    // not remembered, it is pressed once more some day
    fetch(action, { method: 'POST', body, headers: { Accept: 'application/json' }, keepalive: true }).catch(() => {})
  }
  return (
    <form method="post" action={action} onSubmit={light} className="mb-1 flex gap-1 px-3">
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
            aria-pressed={one === theme}
            title={words}
            className="grid h-11 grow place-items-center rounded-lg hover:bg-white/5 aria-pressed:bg-plum-light aria-pressed:text-champagne lg:pointer-fine:h-8"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        )
      })}
    </form>
  )
}
