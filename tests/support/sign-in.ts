import type { Page } from '@playwright/test'
import { DEMO_STAFF } from '../../sandbox/demo/business'
import { expectIn as expect } from './scriptless/matchers'

/** The accounts of the demo business, and the password of both. */
export const { owner: OWNER_MAIL, manager: MANAGER_MAIL, password: PASSWORD } = DEMO_STAFF

/** Signs in as the owner, or as the admin of Koramangala; the form itself has stories of its own. */
export async function signIn(page: Page, email: string = OWNER_MAIL): Promise<void> {
  const answer = await page.context().request.post('/login', { form: { email, password: PASSWORD }, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
}
