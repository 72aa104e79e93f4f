import { Link, useNavigate } from '@remix-run/react'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { links } from '~/links'
import type { NavSection } from '~/ui/admin-shell'
import { lazyPart } from '~/ui/lazy-part'

export interface PaletteProps {
  onClose: () => void
  /** The menu, whose entries it goes to. */
  sections: NavSection[]
}

/** What the palette finds, the list finds too. */
function BookingsInstead({ onClose }: PaletteProps) {
  const navigate = useNavigate()
  useEffect(() => {
    onClose()
    navigate(links.adminBookings())
  }, [navigate, onClose])
  return null
}

/** Fetched when it is first opened: pages do not pay for what most of them never show. */
const CommandPalette = lazyPart(
  'palette',
  async () => (await import('./command-palette')).CommandPalette,
  BookingsInstead,
)

/** Whether the command palette is open, which Ctrl-K or Cmd-K opens on every page of the back office. */
export function useFind() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // the browser's own modal dialogs lie above everything, and what they ask comes first
      if (!document.querySelector('dialog:modal')) setOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return { open, setOpen }
}

/** Opens the command palette; without scripts it leads to the list of bookings and its search. */
export function FindLink({ onOpen, short = false }: { onOpen: () => void; short?: boolean }) {
  return (
    <Link
      to={links.adminBookings()}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
      className={`flex items-center gap-2 rounded-lg text-sm hover:bg-white/5 ${short ? 'min-h-11 px-3' : 'min-h-11 border border-white/15 px-3 text-muted lg:pointer-fine:min-h-9'}`}
    >
      <Search aria-hidden className={short ? 'size-5' : 'size-4'} />
      Find…
      {!short && (
        <kbd aria-hidden className="ml-auto font-sans text-xs">
          Ctrl K
        </kbd>
      )}
    </Link>
  )
}

/** The command palette while it is open. */
export function Finder({ open, ...palette }: PaletteProps & { open: boolean }) {
  return open && <CommandPalette {...palette} />
}
