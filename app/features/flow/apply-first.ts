import { freshCode } from '~/domain/coupon'
import { STEP_FORM } from './step-form'

/**
 * Whatever books at the payment by a form of its own, as staff's does, first applies a code that is typed and was not refused yet, since
 * it would be lost (rule B26); then the new total is seen. Without scripts the code is for its own button.
 */
export function applyFirst(event: { preventDefault(): void }): void {
  const form = document.getElementById(STEP_FORM)
  if (!(form instanceof HTMLFormElement)) return
  const said = new FormData(form)
  if (freshCode(said.getAll('code').map(String), String(said.get('refused') ?? '')) === undefined) return
  event.preventDefault()
  const apply = [...form.elements].find((one) => one.matches('button[value="coupon"]'))
  if (apply instanceof HTMLElement) apply.click()
}
