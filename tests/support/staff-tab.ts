import { readMark, writeMark } from '~/domain/draft-trail'
import { answerOf } from './addresses'

interface Module {
  loader?: (args: { request: Request; params: Record<string, string>; context: object }) => unknown
  action?: (args: { request: Request; params: Record<string, string>; context: object }) => unknown
}

const SITE = 'http://localhost:3000'
const FLOW = import.meta.glob<Module>('../../app/routes/{booking,admin}/*.{ts,tsx}')

const FILES: Record<string, string> = {
  '/booking/locations': 'booking/locations.tsx',
  '/booking/screens': 'booking/screens.tsx',
  '/booking/slots': 'booking/slots.tsx',
  '/booking/customerDetails': 'booking/customer-details.tsx',
  '/booking/otherdetails/packages': 'booking/packages.tsx',
  '/booking/otherdetails/occasions': 'booking/occasions.tsx',
  '/booking/otherdetails/addons': 'booking/items.tsx',
  '/booking/otherdetails/cakes': 'booking/items.tsx',
  '/booking/payment': 'booking/payment.tsx',
  '/booking/draft': 'booking/draft.tsx',
  '/admin/bookings/new/steps': 'admin/new-booking-steps.ts',
  '/admin/unfinished-bookings': 'admin/unfinished-bookings.tsx',
  '/admin/today': 'admin/today.tsx',
}

interface StepPage {
  frame: { staff: { draftId: string; mark: { version: number; page: string } } | null }
}

/** A tab of somebody's browser: it stands at an address, and its forms say what they were drawn from. */
export class StaffTab {
  /** The draft in its address. */
  draft = ''
  private mark = ''

  constructor(private readonly cookie: string) {}

  /** What brings the tab back to where it stands now. */
  remember(): () => void {
    const { draft, mark } = this
    return () => Object.assign(this, { draft, mark })
  }

  /**
   * Opens an address of the flow, and follows nothing: `200`, or `303 /where`. Where scripts go from step to step
   * (`sameTab`) its forms keep the tab's name.
   */
  async open(path: string, query = this.draft ? `?draft=${this.draft}` : '', { sameTab = false } = {}) {
    const answer = await this.ask(path, query)
    const { frame } = (answer.body ?? {}) as Partial<StepPage>
    const page = sameTab ? readMark(this.draft, this.mark)?.page : undefined
    if (frame?.staff) this.mark = writeMark(frame.staff.draftId, { ...frame.staff.mark, ...(page && { page }) })
    return answer
  }

  /** Begins: at an address that leads to a draft of its own. */
  async begin(path: string, fields?: Record<string, string>) {
    const answer = await this.ask(path, '', fields)
    this.draft = new URL(answer.headers.get('Location') ?? '', SITE).searchParams.get('draft') ?? ''
    return answer
  }

  /** Sends a form of the page that is open. */
  answer(path: string, fields: Record<string, string>, mark = this.mark) {
    return this.ask(path, `?draft=${this.draft}`, { ...fields, draft: mark })
  }

  /** Opens a step and answers it at once. */
  async step(path: string, fields: Record<string, string>) {
    const opened = await this.open(path)
    return opened.short === '200' ? this.answer(path, fields) : opened
  }

  private async ask(path: string, query: string, fields?: Record<string, string>) {
    const edit = path.startsWith('/booking/edit/')
    const module = await FLOW[`../../app/routes/${edit ? 'booking/edit.tsx' : FILES[path]}`]?.()
    const handler = fields ? module?.action : module?.loader
    if (!handler) throw new Error(`${path} takes no ${fields ? 'POST' : 'GET'}.`)
    const request = new Request(`${SITE}${path}${query}`, {
      headers: { Cookie: this.cookie },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    return answerOf(() => handler({ request, params: edit ? { id: path.split('/').at(-1) ?? '' } : {}, context: {} }))
  }
}
