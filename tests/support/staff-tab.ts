import { readMark, writeMark } from '~/domain/draft-trail'
import { addressAt, visit } from './addresses'

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
    this.draft = new URL(answer.headers.get('Location') ?? '', 'http://localhost').searchParams.get('draft') ?? ''
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
    const [, id = ''] = /^\/booking\/edit\/(.*)$/.exec(path) ?? []
    const at = id ? '/booking/edit/:id?' : path
    return visit(await addressAt(at), { at, id, query, fields, cookie: this.cookie })
  }
}
