import { expect, test } from 'vitest'
import type { Draft } from '~/domain/draft'
import { type Paise, paise, rupees } from '~/domain/money'
import { shownTexts } from '~/domain/proof'
import { unbroken } from '~/domain/unbroken'
import { changeTexts, confirmTexts, textsOf } from '~/features/booking/customer-texts.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { prepPage } from '~/features/front-desk/prep-page.server'
import { ask, serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { bookAtDesk, purchase, storedBooking } from '../support/purchase'
import { basicDraft, fullDraft, VISIT } from '../support/theatre'

onEachDatabase('what is written in lights and icing', (kind) => {
  const app = useApp(kind)
  const seen = async (token: string) => {
    const found = await findCustomerBooking(app.context, token)
    return found && textsOf(app.context, found.booking)
  }
  const change = async (bookingId: string, typed: { ledName?: string; nameOnCake?: string }, total?: Paise) => {
    const booking = await storedBooking(app, bookingId)
    const texts = { ledName: booking.ledName, nameOnCake: booking.nameOnCake, ...typed }
    const shown = { texts: shownTexts(booking), total: total ?? booking.total }
    return changeTexts(app.context, booking.linkToken, texts, shown)
  }
  const onBoard = async (word: string) =>
    (await prepPage(app.context, { kind: 'all' }, { date: VISIT })).groups
      .flatMap(({ items }) => items)
      .find(({ wanted }) => wanted.includes(word))

  test('is confirmed by the customer until the deadline, and staff and kitchen see it', async () => {
    const { bookingId, linkToken } = await purchase(app, fullDraft(app.theatre))
    const before = await seen(linkToken)
    expect(before).toMatchObject({ confirmed: false, until: unbroken('Fri 12 Mar, 7:00 AM') })
    expect(before?.proofs.map(({ on, text }) => [on, text])).toEqual([
      ['lights', 'AARAV MEHTA'],
      ['cake', expect.any(String)],
    ])
    expect(await onBoard('AARAV')).toMatchObject({ confirmed: false })
    expect(await confirmTexts(app.context, linkToken, 'something else')).toMatchObject({ reason: 'changed' })
    for (let press = 0; press < 2; press += 1)
      expect(await confirmTexts(app.context, linkToken, before?.shown ?? '')).toMatchObject({ ok: true })
    expect(await seen(linkToken)).toMatchObject({ confirmed: true })
    expect(await onBoard('AARAV')).toMatchObject({ confirmed: true })
    const page = await bookingPage(app.context, { kind: 'all' }, bookingId)
    expect(page?.facts).toContainEqual({ label: 'Texts', text: expect.stringMatching(/^Confirmed by the customer, /) })
    const { events } = await storedBooking(app, bookingId)
    expect(events.filter((what) => what.startsWith('texts'))).toEqual(['texts-confirmed'])
  })

  test('that nobody has told yet is not right as it is: customer, staff and kitchen read what is missing', async () => {
    const { bookingId, linkToken } = await purchase(app, fullDraft(app.theatre, { ledName: undefined }))
    const before = await seen(linkToken)
    expect(before).toMatchObject({ untold: ['Led Name'], confirmed: false })
    expect(await confirmTexts(app.context, linkToken, before?.shown ?? '')).toMatchObject({
      ...{ ok: false, reason: 'untold', message: 'Please tell us first: Led Name' },
    })
    const fact = async () => (await bookingPage(app.context, { kind: 'all' }, bookingId))?.facts
    expect(await fact()).toContainEqual({ label: 'Not told yet', text: 'Led Name' })
    expect(await onBoard('LED Name (not told yet)')).toMatchObject({ confirmed: false })
    // what else is written is no word on it
    expect(await change(bookingId, { nameOnCake: 'Happy Day' })).toMatchObject({ ok: true })
    expect(await seen(linkToken)).toMatchObject({ untold: ['Led Name'], confirmed: false })
    expect(await change(bookingId, {})).toMatchObject({ ok: true, untold: ['Led Name'] })
    const { textsConfirmedAt, events } = await storedBooking(app, bookingId)
    expect([textsConfirmedAt, events.filter((what) => what.startsWith('texts'))]).toEqual([null, ['texts-changed']])
    expect(await change(bookingId, { ledName: 'AARAV' })).toMatchObject({ ok: true })
    expect(await seen(linkToken)).toMatchObject({ untold: [], confirmed: true })
    expect((await fact())?.map(({ label }) => label)).not.toContain('Not told yet')
  })

  test('is changed by the customer, and said when it costs more or less', async () => {
    const { bookingId, linkToken } = await purchase(app, fullDraft(app.theatre))
    // eleven letters, three of them extra
    const { total } = await storedBooking(app, bookingId)
    expect(await change(bookingId, { ledName: 'Aarav Mehta!!' })).toEqual({
      ...{ ok: false, reason: 'price-changed', total: total + rupees(60) },
      message: expect.stringMatching(/₹60 more: .* You pay the difference here or at the theatre\./),
    })
    expect(await storedBooking(app, bookingId)).toMatchObject({ ledName: 'AARAV MEHTA', total })
    // a page that shows what is not so any more
    const old = { texts: 'something else', total }
    expect(await changeTexts(app.context, linkToken, { ledName: 'AARAV MEHRA' }, old)).toMatchObject({
      ...{ ok: false, reason: 'changed' },
    })
    expect(await storedBooking(app, bookingId)).toMatchObject({ ledName: 'AARAV MEHTA', total })
    const more = await change(bookingId, { ledName: 'Aarav Mehta!!' }, (total + rupees(60)) as Paise)
    expect(more).toMatchObject({ ok: true })
    expect(await storedBooking(app, bookingId)).toMatchObject({ ledName: 'Aarav Mehta!!', total: total + rupees(60) })
    expect(await seen(linkToken)).toMatchObject({ confirmed: true })
    expect(await change(bookingId, { ledName: 'Mia' }, paise(total - rupees(90)) as Paise)).toMatchObject({ ok: true })
    const changed = await storedBooking(app, bookingId)
    expect(changed).toMatchObject({ ledName: 'Mia', total: total - rupees(90), customerName: 'Meera Krishnan' })
    expect(changed.events.filter((what) => what.startsWith('texts'))).toEqual(['texts-changed', 'texts-changed'])
  })

  test('that was typed stays when the texts changed meanwhile, and the page is drawn with the new ones', async () => {
    serveHere(app.context)
    const { linkToken, bookingId } = await purchase(app, fullDraft(app.theatre))
    const old = await storedBooking(app, bookingId)
    await change(bookingId, { ledName: 'AARAV MEHRA' })
    const at = '/b/:token/texts'
    const fields = { shown: shownTexts(old), total: String(old.total), ledName: 'AARAV KHAN' }
    const { short, body } = await ask({ at, id: linkToken, fields })
    expect(short).toBe('409')
    expect(body).toMatchObject({
      ...{
        typed: { ledName: 'AARAV KHAN' },
        fault: 'The texts have changed meanwhile. Please look again. Led Name says “AARAV MEHRA” by now.',
      },
    })
    const page = await ask({ at, id: linkToken })
    expect(page.body).toMatchObject({ texts: { shown: shownTexts(await storedBooking(app, bookingId)) } })
  })

  test('in lights say beside the field what is counted, spaces too, and what it comes to', async () => {
    serveHere(app.context)
    const said = async (ledName: string, start: string) => {
      const slotId = app.theatre.aurora.slots[start]
      const { linkToken } = await purchase(app, fullDraft(app.theatre, { ledName, slotId }))
      return (await drawnPage({ at: '/b/:token/texts', id: linkToken })).getElementById('ledName-hint')?.textContent
    }
    const each = 'Each letter after the first 8 costs 30 RS extra. '
    expect(await said('Aarav and Meera', '19:00')).toBe(`${each}Spaces count: 15 in all, 7 extra, ₹210.`)
    expect(await said('Shreyas!', '10:00')).toBe('Up to 8 letters are included. ')
  })

  test('that cost more are asked as what they are, and the button names the difference', async () => {
    serveHere(app.context)
    const { linkToken, bookingId } = await purchase(app, fullDraft(app.theatre))
    const old = await storedBooking(app, bookingId)
    const pressed = async (ledName: string) => {
      const fields = { shown: shownTexts(old), total: String(old.total), nameOnCake: old.nameOnCake ?? '', ledName }
      const page = await drawnPage({ at: '/b/:token/texts', id: linkToken, fields })
      const buttons = [...page.querySelectorAll('form button')].map(({ textContent }) => textContent)
      return { buttons, asked: page.querySelector('[data-fault]')?.className.includes('border-gold') }
    }
    expect(await pressed('Aarav Mehta!!')).toEqual({ buttons: ['Agree and save: ₹60 more'], asked: true })
    expect(await pressed('Aarav Meh')).toEqual({ buttons: ['Agree and save: ₹60 less'], asked: true })
    expect((await pressed('x'.repeat(25))).buttons).toEqual(['Save'])
    const changed = await ask({
      at: '/b/:token/texts',
      id: linkToken,
      fields: { shown: 'other', total: '1', ledName: 'A' },
    })
    expect(changed.body).toMatchObject({ total: undefined })
  })

  test('that somebody else wrote meanwhile stands where nothing else was typed, and is told where something was', async () => {
    serveHere(app.context)
    const draft = fullDraft(app.theatre, { nameOnCake: 'Aarav' })
    const { linkToken, bookingId } = await purchase(app, draft)
    const old = await storedBooking(app, bookingId)
    const visit = { at: '/b/:token/texts', id: linkToken }
    const opened = { shown: shownTexts(old), total: String(old.total), ledName: old.ledName, nameOnCake: 'Aaru' }
    await change(bookingId, { ledName: 'AARAV MEHRA' })
    const met = await ask({ ...visit, fields: opened })
    expect([met.short, met.body]).toMatchObject([
      '409',
      { typed: { ledName: 'AARAV MEHRA', nameOnCake: 'Aaru' }, fault: expect.not.stringContaining('MEHRA') },
    ])
    // both have written the lights: whoever saves once more has read what they say
    const both = await ask({ ...visit, fields: { ...opened, ledName: 'AARAV KHANN' } })
    expect(both.body).toMatchObject({
      typed: { ledName: 'AARAV KHANN' },
      fault: expect.stringMatching(/Led Name says “AARAV MEHRA” by now\.$/),
    })
    const now = await storedBooking(app, bookingId)
    const again = { ...opened, shown: shownTexts(now), total: String(now.total), ledName: 'AARAV MEHRA' }
    expect((await ask({ ...visit, fields: again })).short).toBe(`303 /b/${linkToken}`)
    expect(await storedBooking(app, bookingId)).toMatchObject({ ledName: 'AARAV MEHRA', nameOnCake: 'Aaru' })
  })

  test('is confirmed by saving it as it stands, once, also by whom staff booked without the terms', async () => {
    const draft = fullDraft(app.theatre, { termsAccepted: false })
    const placed = await bookAtDesk(app, draft)
    for (let press = 0; press < 2; press += 1)
      expect(await change(placed.bookingId, {})).toMatchObject({ ok: true, returned: { online: 0, desk: 0, all: 0 } })
    const { events, textsConfirmedAt, version } = await storedBooking(app, placed.bookingId)
    expect([events.filter((what) => what.startsWith('texts')), textsConfirmedAt]).toEqual([
      ['texts-confirmed'],
      app.clock.now(),
    ])
    expect(version).toBe(2)
  })

  test('that cost more again are paid by what waits at the theatre, and that is said', async () => {
    const draft = fullDraft(app.theatre, { ledName: 'AARAV MEHTA', payChoice: 'advance' })
    const { bookingId } = await bookAtDesk(app, draft, 4_436)
    const { total } = await storedBooking(app, bookingId)
    expect(await change(bookingId, { ledName: 'AARAV' }, paise(total - rupees(90)))).toMatchObject({ ok: true })
    await app.work()
    app.mailbox.mails.length = 0
    expect(await change(bookingId, { ledName: 'AARAV MEHTA' }, total)).toMatchObject({ ok: true })
    await app.work()
    expect(app.mailbox.mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('₹90 that waited for you at the theatre pays for your booking again.'),
    ])
  })

  test('is saved once by two presses, and the second hears that it is done', async () => {
    const { bookingId, linkToken } = await purchase(app, fullDraft(app.theatre))
    const before = await storedBooking(app, bookingId)
    const shown = { texts: shownTexts(before), total: before.total }
    const save = (ledName: string) =>
      changeTexts(app.context, linkToken, { ledName, nameOnCake: before.nameOnCake }, shown)
    const pressed = [...(await Promise.all([0, 1].map(() => save('AARAV MEHRA')))), await save('AARAV MEHRA')]
    expect(pressed.map((one) => (one.ok ? 'saved' : one.message))).toEqual(['saved', 'saved', 'saved'])
    expect(await save('AARAV MEHTA')).toMatchObject({ reason: 'changed' })
    const { events, ledName } = await storedBooking(app, bookingId)
    expect([ledName, events.filter((what) => what.startsWith('texts'))]).toEqual(['AARAV MEHRA', ['texts-changed']])
  })

  test('that costs less than was paid brings the difference back', async () => {
    const draft = fullDraft(app.theatre, { payChoice: 'full' })
    const { bookingId } = await purchase(app, draft)
    const { total } = await storedBooking(app, bookingId)
    const done = await change(bookingId, { ledName: 'Mia' }, paise(total - rupees(90)) as Paise)
    expect(done).toMatchObject({ ok: true, returned: { online: rupees(90) } })
    await app.work()
    const mail = app.mailbox.mails.at(-1)?.text
    expect(mail).toContain('It costs less than you have paid. ₹90')
    // it was the customer who changed it
    expect(mail).toContain('your booking has changed')
  })

  test('is fixed after the deadline, for whom nothing is written, and for a cancelled booking', async () => {
    const { bookingId, linkToken } = await purchase(app, fullDraft(app.theatre))
    const { shown = '' } = (await seen(linkToken)) ?? {}
    app.clock.set('2027-03-12T01:30:00Z')
    expect(await seen(linkToken)).toMatchObject({ until: null })
    expect(await confirmTexts(app.context, linkToken, shown)).toMatchObject({ ok: false, reason: 'too-late' })
    expect(await change(bookingId, { ledName: 'Mia' })).toMatchObject({ ok: false, reason: 'too-late' })
    expect(await storedBooking(app, bookingId)).toMatchObject({ ledName: 'AARAV MEHTA' })
    expect(await confirmTexts(app.context, 'nobody', shown)).toMatchObject({ reason: 'not-found' })
    const plain = await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['22:30'] }))
    expect(await seen(plain.linkToken)).toBeUndefined()
  })

  test('is no longer confirmed once staff change it, and stays so when they change something else', async () => {
    const { bookingId, linkToken } = await purchase(app, fullDraft(app.theatre))
    const edit = async (wanted: Partial<Draft>) =>
      expect(await editBooking(app, bookingId, () => wanted)).toMatchObject({ ok: true })
    const { shown = '' } = (await seen(linkToken)) ?? {}
    await confirmTexts(app.context, linkToken, shown)
    await edit({ celebrantName: 'Somebody' })
    expect(await seen(linkToken)).toMatchObject({ confirmed: true })
    await edit({ ledName: 'AARAV' })
    expect(await seen(linkToken)).toMatchObject({ confirmed: false })
    expect(await confirmTexts(app.context, linkToken, shown)).toMatchObject({ reason: 'changed' })
  })
})
