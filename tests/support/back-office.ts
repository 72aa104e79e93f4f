import type { Page } from '@playwright/test'
import { expectIn as expect } from './scriptless/matchers'

/** The accounts of the demo business. */
export const OWNER_MAIL = 'owner@lumiere.example'
export const MANAGER_MAIL = 'koramangala@lumiere.example'
/** The password of both. */
export const PASSWORD = 'Lumiere#2026'

/** Signs in as the owner, or as the admin of Koramangala; the form itself has stories of its own. */
export async function signIn(page: Page, email: string = OWNER_MAIL): Promise<void> {
  const answer = await page.context().request.post('/login', { form: { email, password: PASSWORD }, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
}
