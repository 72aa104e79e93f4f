import { expect, test } from 'vitest'
import { RecordError } from '~/ui/admin-error'
import { drawn } from '../support/drawn'

const gone = () => {
  throw new Response(null, { status: 404 })
}

/** Without scripts the loader finds nothing in the very request in which the action refused the form. */
test('who saves what was deleted meanwhile reads so, and has what was typed', async () => {
  const initialValue = {
    ...{ name: 'Rose Bouquet', specialPrice: '349', version: '3', status: 'true', cityId: 'bengaluru' },
    images: ['/media/gifts/a.webp'],
    packages: [{ name: 'Basic', price: '1499' }],
  }
  const lastResult = { error: { '': ['This has been deleted meanwhile.'] }, initialValue }
  const page = await drawn({ loader: gone, action: () => ({ lastResult }), ErrorBoundary: RecordError })
  expect(page).toContain('This has been deleted meanwhile.')
  const typed = [...page.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, name, value]) => [name, value])
  expect(typed).toEqual([
    ['Name', 'Rose Bouquet'],
    ['Special price', '349'],
    ['Packages 1 name', 'Basic'],
    ['Packages 1 price', '1499'],
  ])
})

test('who only looks for what is gone reads that it is not here', async () => {
  expect(await drawn({ loader: gone, ErrorBoundary: RecordError })).toContain('This is not here')
})
