import { expect, type Page } from '@playwright/test'

/** The accounts of the demo business. */
export const OWNER_MAIL = 'owner@lumiere.example'
export const MANAGER_MAIL = 'koramangala@lumiere.example'
/** The password of both. */
export const PASSWORD = 'Lumiere#2026'

/** Signs in as the owner, or as the admin of Koramangala; ends on the dashboard. */
export async function signIn(page: Page, email: string = OWNER_MAIL): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}
