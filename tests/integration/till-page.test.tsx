import { expect, test } from 'vitest'
import { rupees } from '~/domain/money'
import { TillSums } from '~/features/money/till-page'
import { drawn } from '../support/drawn'

test('what came in less what went out is called net', async () => {
  const sums = [{ name: 'cash', in: rupees(800), out: rupees(300), net: rupees(500) }]
  const page = await drawn({ element: <TillSums title="By mode" sums={sums} /> })
  expect(page.match(/<th scope="col"[^>]*>(?!<span)(.*?)<\/th>/g)?.map((head) => head.replace(/<.*?>/g, ''))).toEqual([
    'In',
    'Out',
    'Net',
  ])
})
