import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Customer } from './booking-pages'
import { expectIn as expect } from './scriptless/matchers'
import { settled } from './settled'
import { hasSaid } from './toasts'

/** A small photograph, as somebody would upload it. */
export async function photo(name: string, background = '#a34') {
  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Fills in who calls and why, where a booking by telephone is made. */
export async function enterCall(page: Page, { name, email, number }: Customer) {
  await page.getByLabel('Phone').fill(number)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Occasion').selectOption({ label: 'Birthday, ₹0' })
}

/** The back office's lists and forms as staff use them. */
export class StaffPages {
  constructor(
    readonly page: Page,
    private readonly scripts: boolean,
  ) {}

  async open(path: string, title: string) {
    await this.page.goto(path)
    await this.sees(title)
  }

  /** The page with this heading is there, and scripts have taken over. */
  async sees(title: string | RegExp) {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(title)
    if (this.scripts) await settled(this.page)
  }

  /** The last action said this: a toast, or a line on the page. */
  async told(text: string) {
    const shown = this.page.getByText(text, { exact: true }).filter({ visible: true }).first()
    if (!this.scripts) return expect(shown).toBeVisible()
    await expect.poll(async () => (await hasSaid(this.page, text)) || (await shown.isVisible())).toBe(true)
  }

  /** Presses a button of a form, from the keyboard where a bar may lie over it. */
  async press(name: string | RegExp) {
    await this.page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().press('Enter')
  }

  async follow(name: string | RegExp) {
    await this.page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click()
  }

  row(name: string) {
    return this.page.locator('tbody tr').filter({ hasText: name })
  }

  /** Presses a record's switch and waits until it stands as wanted. */
  async switch(name: string, to: 'Active' | 'In Active') {
    await this.row(name).getByRole('switch').click()
    await expect(this.row(name).getByRole('switch')).toHaveText(to)
    if (this.scripts) await settled(this.page)
  }

  async edit(name: string) {
    await this.page.getByRole('link', { name: `Edit ${name}`, exact: true }).click()
    await this.sees(`Edit ${name}`)
  }

  /** Asks to delete a record: the question has its one title and this text. */
  async askToDelete(name: string, text: string | RegExp) {
    await this.page.getByRole('link', { name: `Delete ${name}`, exact: true }).click()
    const question = this.page.getByRole('dialog', { name: 'Are You sure?' })
    await expect(question).toContainText(text)
    return question
  }

  async delete(name: string, text: string | RegExp) {
    const question = await this.askToDelete(name, text)
    await expect(question.getByRole('link', { name: 'Cancel' })).toBeVisible()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(question).toHaveCount(0)
    // the row went, and with it what the dialog was opened from: nobody is sent back to the top of the page
    if (this.scripts) await expect(this.page.locator('main :focus')).toHaveCount(1)
  }
}
