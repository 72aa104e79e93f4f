import { Button } from './button'

/** Prints the page; without scripts the browser's own menu does. */
export const PrintButton = () => (
  <Button type="button" className="scripting-only print:hidden" onClick={() => window.print()}>
    Print
  </Button>
)
