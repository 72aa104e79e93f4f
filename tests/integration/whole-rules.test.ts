import { readdirSync, readFileSync } from 'node:fs'
import type { MetaDescriptor } from '@remix-run/node'
import { beforeEach, describe, expect, test } from 'vitest'
import { blockedDates } from '~/db/schema'
import { takeNotice } from '~/http/notice.server'
import { seedDemo } from '~sandbox/demo/seed'
import { everyAddress, serveHere, type Visit, visit } from '../support/addresses'
import { type TheatreApp, useApp } from '../support/app'
import { onEachDatabase, openTestDatabase } from '../support/database'
import { claimOf, openOrder, pressPay, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft, VISIT } from '../support/theatre'

/** What the hosted page posts back once an order was paid there. */
function returned(app: TheatreApp, orderId: string): Record<string, string> {
  const { signature, paymentId } = claimOf(app, app.emulator.pay(orderId, 'upi', 'success'))
  return { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature }
}

/** The next request of a browser that was answered so. */
const noticeOf = (headers: Headers) =>
  new Request('http://localhost:3000/', {
    headers: {
      Cookie: headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    },
  })

/** Rules of which each sentence is proved here, together. */
onEachDatabase('rules from end to end', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  describe('a closed date', () => {
    test('of all locations is closed at each, and one location’s own words win there', async () => {
      await app.context.db.insert(blockedDates).values([
        { date: VISIT, reason: 'Holiday' },
        { date: VISIT, reason: 'The screen is being mended', locationId: app.theatre.locationId },
      ])
      const refused = (message: string) => ({ ok: false, reason: 'date-closed', message })
      expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject(refused('The screen is being mended'))
      expect(await pressPay(app, basicDraft(app.theatre, atCeleste(app.theatre)))).toMatchObject(refused('Holiday'))
    })

    test('of the demo is 13 February 2025, everywhere, with the owners’ number', async () => {
      const fresh = await openTestDatabase(kind)
      try {
        const { business } = app.context
        const start = { now: app.clock.now(), zone: business.timeZone, appUrl: business.appUrl, phone: '9876543210' }
        await seedDemo(fresh.client.db, start)
        expect(await fresh.client.db.select().from(blockedDates)).toMatchObject([
          {
            date: '2025-02-13',
            locationId: null,
            reason: 'To Book on This Date. Please contact the owners 9876543210',
          },
        ])
      } finally {
        await fresh.drop()
      }
    })
  })

  describe('the way back from the hosted page', () => {
    const ask = async (asked: Visit) => {
      const found = (await everyAddress()).find(({ pattern }) => pattern === asked.at)
      if (!found) throw new Error(`There is no ${asked.at}.`)
      return visit(found, asked)
    }
    const open = async () => {
      const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre))
      const { attempts, holdEndsAt } = await storedBooking(app, bookingId)
      return { bookingId, orderId, holdEndsAt, token: attempts[0]?.token ?? '' }
    }

    test('finds its attempt by the address alone, without any cookie', async () => {
      const { bookingId, orderId, token } = await open()
      const fields = returned(app, orderId)
      const stranger = await ask({ at: '/payment/return/:token', id: 'somebody-else', fields })
      expect(stranger.short).not.toContain('/bookingConfirmation')
      expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'pending', payments: [] })
      const back = await ask({ at: '/payment/return/:token', id: token, fields })
      expect(back.short).toBe('303 /bookingConfirmation')
      expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'booked' })
    })

    test('says a failure as text, and believes nothing of it', async () => {
      const { bookingId, orderId, holdEndsAt, token } = await open()
      const fields = {
        'error[code]': 'BAD_REQUEST_ERROR',
        'error[description]': '<script>alert(1)</script>',
        'error[metadata]': JSON.stringify({ order_id: orderId, payment_id: 'pay_AAAAAAAAAAAAAA' }),
        status: 'captured',
      }
      const back = await ask({ at: '/payment/return/:token', id: token, fields })
      expect(back.short).toBe('303 /booking/payment')
      const after = await storedBooking(app, bookingId)
      expect(after).toMatchObject({ status: 'pending', holdEndsAt, payments: [], events: ['held', 'payment-failed'] })
    })

    test('by a link ends nothing, though the payment was left', async () => {
      const { bookingId, holdEndsAt, token } = await open()
      expect((await ask({ at: '/payment/cancelled/:token', id: token })).short).toBe('303 /booking/payment')
      expect((await ask({ at: '/payment/return/:token', id: token })).short).toBe('302 /booking/payment')
      expect(await storedBooking(app, bookingId)).toMatchObject({ status: 'pending', holdEndsAt, events: ['held'] })
    })

    test('by a link says what has become of the slot', async () => {
      const { orderId, token } = await open()
      const left = async (id = token) => {
        const { short, headers } = await ask({ at: '/payment/cancelled/:token', id })
        const { notice } = await takeNotice(noticeOf(headers))
        return `${short}: ${notice?.text}`
      }
      expect(await left()).toBe('303 /booking/payment: Payment not completed. Your slot is still held for you.')
      app.clock.advanceMinutes(16)
      expect(await left()).toContain('Your slot is no longer held for you.')
      expect(await left('somebody-else')).toBe('303 /booking/payment: Payment not completed. You can try again.')
      const fields = returned(app, orderId)
      expect((await ask({ at: '/payment/return/:token', id: token, fields })).short).toBe('303 /bookingConfirmation')
      expect(await left()).toBe('303 /bookingConfirmation: undefined')
    })
  })
})

describe('texts that were given letter for letter', () => {
  const [, rule = ''] = /\*\*V1\*\*([\s\S]*?)\n`tests/.exec(readFileSync('docs/rules/pages.md', 'utf8')) ?? []
  const texts = [...rule.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text.replace(/\s+/g, ' '))
  const code = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`app/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n')

  test('are those of the rule', () => expect(texts).toHaveLength(7))
  test.each(texts)('%s', (text) => expect(code).toContain(text))
  test.each([
    'Up Coming Bookings',
    'Upcoming Bookings',
    'Registration successful',
    'Select at least one Cake',
    'Coupon Verification has failed',
    'At least 6 characters and 1 special symbol',
    "'Inactive'",
  ])('and not: %s', (text) => expect(code).not.toContain(text))
})

test('the public addresses and their titles are fixed', async () => {
  const matches = [
    {
      id: 'root',
      data: {
        business: { name: 'Us', city: 'Bengaluru', appUrl: 'https://us.example', phones: ['9876543210'], social: {} },
      },
    },
  ]
  const titles: Record<string, string> = {}
  for (const { pattern, layout, load } of await everyAddress()) {
    if (
      layout ||
      pattern.includes('*') ||
      !/^\/($|about|gallery|testimonials|contact|[a-z]+policy|terms|paymentg)/.test(pattern)
    )
      continue
    const { loader, meta } = (await load()) as Awaited<ReturnType<typeof load>> & {
      meta?: (given: object) => MetaDescriptor[]
    }
    const request = new Request(`http://localhost${pattern}`)
    const data = pattern.match(/policy|terms/) ? await loader?.({ request, params: {}, context: {} }) : undefined
    const [first] = meta?.({ matches, data }) ?? []
    titles[pattern] = String((first as { title?: string } | undefined)?.title)
  }
  expect(titles).toEqual({
    '/': 'Us · A cinema of your own in Bengaluru',
    '/about': 'About Us · Us',
    '/gallery': 'Gallery · Us',
    '/testimonials': 'Testimonials · Us',
    '/contact': 'Contact · Us',
    '/termsandconditions': 'Terms & Conditions · Us',
    '/refundpolicy': 'Refund Policy · Us',
    '/privacypolicy': 'Privacy Policy · Us',
    '/paymentgateway': 'Payment gateway · Us',
  })
})
