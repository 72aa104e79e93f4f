import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { outbox, refunds } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import type { LetterKind } from '~/domain/letters'
import { paise, rupees } from '~/domain/money'
import type { StaffRole } from '~/domain/staff-role'
import { lettersOfBooking, sendLetterAgain, setLetterSwitch } from '~/features/booking/booking-letters.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { sendDetails } from '~/features/booking/send-details.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { checkBooks } from '~/features/money/books-check.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { deliverMail, resendOpenMail } from '~/features/notification/outbox.server'
import { letters as lettersOf } from '~/letters.server'
import type { Mail } from '~/platform/mailer.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { closedGate } from '../support/gate'
import { purchase, storedBooking, takeCash } from '../support/purchase'
import { basicDraft, frontDesk, locationAdmin, OWNER, VISIT } from '../support/theatre'

onEachDatabase('one payment of the front desk', (kind) => {
  const app = useApp(kind)
  /** ₹1,499 for two, ₹200 more for each other; ₹999 came online, the sums in cash. */
  const booked = async (taken: readonly number[], changes: Partial<Draft> = {}) => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre, changes))
    for (const amount of taken) {
      const { total, received } = await storedBooking(app, bookingId)
      const taking = { amount: rupees(amount), shown: paise(total - received), mode: 'cash' as const, reference: '' }
      expect(await takePayment(app.context, OWNER, bookingId, taking)).toMatchObject({ ok: true })
    }
    return bookingId
  }
  const at = (slot: string) => ({ slotId: app.theatre.aurora.slots[slot] })
  const payment = async (id: string, amount: number) => {
    const { payments } = await storedBooking(app, id)
    return payments.filter((one) => one.amount === rupees(amount)).at(-1)?.id ?? ''
  }
  const counted = async (id: string) => {
    const { payments } = await storedBooking(app, id)
    return payments.flatMap(({ amount, voidedAt }) => (voidedAt ? [] : amount / 100)).sort((a, b) => b - a)
  }
  const tasks = (bookingId: string) =>
    app.context.db.query.refunds.findMany({
      where: and(eq(refunds.bookingId, bookingId), eq(refunds.status, 'queued')),
    })

  test('is struck out by itself: the others stay, it is due again, and stands in the history', async () => {
    const id = await booked([200, 300])
    const wrong = await payment(id, 200)
    expect(await strikeOutPayment(app.context, OWNER, id, wrong)).toMatchObject({ ok: true, due: rupees(200) })
    expect(await counted(id)).toEqual([999, 300])
    expect(await storedBooking(app, id)).toMatchObject({ received: rupees(1_299) })
    expect((await storedBooking(app, id)).events.at(-1)).toBe('payment-struck-out')
    expect((await storedBooking(app, id)).payments.find((one) => one.id === wrong)).toMatchObject({
      voidedBy: OWNER.id,
    })
    // the same press again
    expect(await strikeOutPayment(app.context, OWNER, id, wrong)).toMatchObject({ ok: false, reason: 'stays' })
    expect(await checkBooks(app.context)).toEqual([])
  })

  test('is not struck out when it came online, is of another booking, or of another location', async () => {
    const id = await booked([200])
    const other = await booked([], at('13:00'))
    expect(await strikeOutPayment(app.context, OWNER, id, await payment(id, 999))).toMatchObject({ reason: 'stays' })
    expect(await strikeOutPayment(app.context, OWNER, other, await payment(id, 200))).toMatchObject({ reason: 'stays' })
    const elsewhere = locationAdmin(app.theatre.otherLocationId)
    expect(await strikeOutPayment(app.context, elsewhere, id, await payment(id, 200))).toMatchObject({
      reason: 'not-found',
    })
    expect(await counted(id)).toEqual([999, 200])
  })

  test('leads back to the day from which it was struck out, or where one cancels, and to no other site', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const id = await booked([200, 300])
    const at = '/admin/bookings/view/:id'
    const own = `/admin/bookings/view/${id}`
    const hrefOf = (page: Document, text: string) =>
      [...page.querySelectorAll('a')].find(({ textContent }) => textContent?.startsWith(text))?.getAttribute('href')
    const day = `?location=all&date=${VISIT}&booking=${id}`
    const onDay = hrefOf(await drawnPage({ at: '/admin/today', query: day, cookie }), 'Strike out')
    const query = `?${onDay?.split('?')[1]}`
    const [cancel, yes] = await asked(query)
    expect(cancel).toBe(`/admin/today${day}`)
    expect(await struck(yes)).toBe(`/admin/today${day}`)
    // pressed again it leads there too, and says why not
    expect(await struck(yes)).toBe(`/admin/today${day}`)
    const onPage = hrefOf(await drawnPage({ at, id, cookie }), 'Strike out')
    expect((await asked(`?${onPage?.split('?')[1]}`))[0]).toBe(own)
    for (const back of ['https://evil.example/admin', '//evil.example', '/\\evil.example', '/booking/locations']) {
      const strike = new URLSearchParams({ strike: await payment(id, 300), back })
      expect((await asked(`?${strike}`))[0]).toBe(own)
      expect(await struck({ intent: 'strike-out', payment: 'none', back })).toBe(own)
    }

    async function asked(query: string) {
      const page = await drawnPage({ at, id, query, cookie })
      const form = page.querySelector('form:has([value=strike-out])')
      expect(form?.getAttribute('action')).toBe(own)
      const hidden = [...(form?.querySelectorAll('[type=hidden]') ?? [])] as HTMLInputElement[]
      const fields = Object.fromEntries(hidden.map(({ name, value }) => [name, value]))
      return [hrefOf(page, 'Cancel'), { ...fields, intent: 'strike-out' }] as const
    }
    async function struck(fields: Record<string, string>) {
      return (await ask({ at, id, fields, cookie })).headers.get('Location')
    }
  })

  test('is offered where it can be, with what is due then', async () => {
    const id = await booked([200])
    const wrong = await payment(id, 200)
    const page = await bookingPage(app.context, { kind: 'all' }, id, { strike: wrong })
    expect(page?.money.map(({ amount, strikable }) => [amount, strikable])).toEqual([
      [rupees(999), false],
      [rupees(200), true],
    ])
    expect(page?.strike).toEqual({ payment: wrong, mode: 'cash', amount: rupees(200), due: rupees(500) })
    const online = await payment(id, 999)
    expect((await bookingPage(app.context, { kind: 'all' }, id, { strike: online }))?.strike).toBeNull()
  })

  test('takes back what waits to be handed over of it; what was handed over of it keeps it', async () => {
    const fewer = async (slot: string) => {
      const id = await booked([900], { people: 4, ...at(slot) })
      expect(await editBooking(app, id, () => ({ people: 2 }))).toMatchObject({ ok: true })
      return id
    }
    const id = await fewer('19:00')
    expect(await tasks(id)).toMatchObject([{ amount: rupees(400), mode: 'cash' }])
    const limited = { ...app.context, business: { ...app.context.business, deskRefundLimit: rupees(250) } }
    const mayNot = async (role: StaffRole) =>
      (await bookingPage(limited, { kind: 'all' }, id, { role }))?.money.find(({ waits }) => waits)?.refused
    expect(await mayNot('front-desk')).toContain('The front desk sends back ₹250 at most')
    expect(await mayNot('location-admin')).toBeUndefined()
    const strike = await strikeOutPayment(app.context, OWNER, id, await payment(id, 900))
    expect(strike).toMatchObject({ ok: true, due: rupees(500) })
    expect(await tasks(id)).toEqual([])
    expect(await checkBooks(app.context)).toEqual([])

    const given = await fewer('13:00')
    const [waiting] = await tasks(given)
    await handOverRefund(app.context, OWNER, given, waiting?.id ?? '')
    expect(await strikeOutPayment(app.context, OWNER, given, await payment(given, 900))).toMatchObject({
      reason: 'stays',
    })
  })

  test('counts with what the front desk may send back', async () => {
    const desk = frontDesk(app.theatre.locationId)
    const limited = { ...app.context, business: { ...app.context.business, deskRefundLimit: rupees(250) } }
    const id = await booked([200, 300])
    const dear = await strikeOutPayment(limited, desk, id, await payment(id, 300))
    expect(dear).toMatchObject({ reason: 'beyond-desk', message: expect.stringContaining('₹300 in cash') })
    // the question says so before, by the same rule, and only to them
    const question = async (role: StaffRole, sum: number) => {
      const asked = { strike: await payment(id, sum), role }
      return (await bookingPage(limited, { kind: 'all' }, id, asked))?.strike?.refused
    }
    expect(await question('front-desk', 300)).toBe(dear.ok ? '' : dear.message)
    expect([await question('front-desk', 200), await question('location-admin', 300)]).toEqual([undefined, undefined])
    expect(await strikeOutPayment(limited, desk, id, await payment(id, 200))).toMatchObject({ ok: true })
    const taking = { amount: rupees(100), shown: rupees(200), mode: 'upi' as const, reference: '' }
    expect(await takePayment(app.context, desk, id, taking)).toMatchObject({ ok: true })
    expect(await strikeOutPayment(limited, desk, id, await payment(id, 100))).toMatchObject({ reason: 'beyond-desk' })
    expect(await counted(id)).toEqual([999, 300, 100])
  })

  test('an edit that was begun before it does not bring it back', async () => {
    const id = await booked([200])
    const begun = await findEditable(app.context, OWNER, id)
    if (!begun) throw new Error('The booking is gone.')
    await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
    const edit = { ...begun.money, mode: 'cash' as const, note: '' }
    expect(await updateBooking(app.context, OWNER, id, begun.version, begun.draft, edit)).toMatchObject({
      reason: 'stale',
    })
    expect(await counted(id)).toEqual([999])
  })

  describe('is told to its customer', () => {
    /** The letters that have gone since this was asked last, about money that came or was struck out. */
    const letters = async () => {
      await app.work()
      const gone = app.mailbox.mails.filter(({ subject }) => !subject.startsWith('Booking Confirmed'))
      app.mailbox.mails.length = 0
      return gone.map(({ subject, text }) => [subject.replace(/ \(.*/, ''), ...sums(text)].join(': '))
    }
    const sums = (text: string) =>
      text.split('\n').filter((line) => /struck out\.|waits|waited|still to be paid/.test(line))
    const STRUCK = 'A payment was struck out: ₹200 had been entered by mistake as received from you, and is struck out.'
    const bookedAndTold = async () => {
      const id = await booked([200, 300])
      expect(await letters()).toEqual([
        // composed from what is paid when they go
        'We have received ₹200',
        'We have received ₹300',
      ])
      app.clock.advanceMinutes(5)
      return id
    }

    /** ₹999 came online, which was told a while ago. */
    const bookedOnline = async (changes: Partial<Draft> = {}) => {
      const id = await booked([], changes)
      await letters()
      app.clock.advanceMinutes(5)
      return id
    }
    const take = (id: string, amount: number, due: number) => takeCash(app, id, amount, due)

    test('in one letter, with what is due by now, unless staff say otherwise', async () => {
      const id = await bookedAndTold()
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      expect(await letters()).toEqual([
        `${STRUCK}: ₹200 is still to be paid at the theatre, in cash, by UPI or by card.`,
      ])
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 300), { tellCustomer: false })
      expect(await letters()).toEqual([])
    })

    test('with what waited at the theatre and pays for the booking again', async () => {
      const id = await booked([200, 900], { people: 5 })
      expect(await editBooking(app, id, () => ({ people: 2 }))).toMatchObject({ returned: { desk: rupees(600) } })
      await letters()
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      expect(await letters()).toEqual([
        `${STRUCK}: ₹200 that waited for you at the theatre pays for your booking again.: ₹400 waits for you at the theatre.`,
      ])
    })

    test('not where the letter that thanks for it had not gone, which does not go either', async () => {
      const id = await bookedOnline()
      await take(id, 200, 500)
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      expect(await letters()).toEqual([])
    })

    /** Something that happens while the mail server looks through a letter. */
    const whileSent = async (letter: LetterKind, happens: () => Promise<unknown>) => {
      const [arrived, answered] = [closedGate(), closedGate()]
      const send = async (mail: Mail) => {
        arrived.open()
        await answered.opened
        await app.context.mailer.send(mail)
      }
      const mailer = { ...app.context.mailer, send }
      const sending = deliverMail({ ...app.context, mailer }, lettersOf, await waiting(letter))
      await arrived.opened
      await happens()
      answered.open()
      await sending
    }
    const waiting = async (letter: LetterKind) => {
      const [row] = await app.context.db
        .select()
        .from(outbox)
        .where(and(eq(outbox.kind, letter), isNull(outbox.sentAt)))
      return row?.id ?? ''
    }
    const ofStrikes = async () => (await letters()).filter((one) => one.startsWith('A payment was struck out'))

    test.each([
      'money-received',
      'details',
    ] as const)('where a letter that said so was being sent at that moment, after it (%s)', async (letter) => {
      const id = await bookedOnline()
      await take(id, 200, 500)
      await sendDetails(app.context, OWNER, id)
      await whileSent(letter, async () => {
        await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
        expect(await ofStrikes()).toEqual([])
      })
      app.clock.advanceMinutes(1)
      await resendOpenMail(app.context, app.clock.now())
      expect(await ofStrikes()).toEqual([
        `${STRUCK}: ₹500 is still to be paid at the theatre, in cash, by UPI or by card.`,
      ])
    })

    test('in two letters that begin to be sent at once: neither waits for the other for ever', async () => {
      const id = await bookedAndTold()
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 300))
      const open = await app.context.db.select().from(outbox).where(isNull(outbox.sentAt))
      const begun = closedGate()
      let claimed = 0
      const edited: typeof lettersOf.edited = async (...told) => {
        if (++claimed === open.length) begun.open()
        await begun.opened
        return lettersOf.edited(...told)
      }
      await Promise.all(open.map((letter) => deliverMail(app.context, { ...lettersOf, edited }, letter.id)))
      app.clock.advanceMinutes(1)
      await resendOpenMail(app.context, app.clock.now())
      // the first one has told of both
      expect(await ofStrikes()).toHaveLength(1)
      expect(await waiting('edited')).toBe('')
    })

    test('not where the letters that went since were written before it came, or after it was struck out', async () => {
      const id = await bookedOnline()
      await sendDetails(app.context, OWNER, id)
      await whileSent('details', () => take(id, 200, 500))
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      expect(await ofStrikes()).toEqual([])
      app.clock.advanceMinutes(5)
      await take(id, 200, 500)
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      await sendDetails(app.context, OWNER, id)
      await deliverMail(app.context, lettersOf, await waiting('details'))
      expect(await ofStrikes()).toEqual([])
    })

    test('also where other money came meanwhile, and where another letter goes before it', async () => {
      const id = await bookedAndTold()
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      await take(id, 100, 200)
      await sendDetails(app.context, OWNER, id)
      await deliverMail(app.context, lettersOf, await waiting('details'))
      const due = '₹100 is still to be paid at the theatre, in cash, by UPI or by card.'
      expect(await letters()).toEqual([
        expect.stringContaining('Your booking'),
        `${STRUCK}: ${due}`,
        `We have received ₹100: ${due}`,
      ])
    })

    test('in what was told, however often its letter is sent, and not in what staff struck out without a word', async () => {
      const id = await bookedAndTold()
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 300), { tellCustomer: false })
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 200))
      const told = [`${STRUCK}: ₹500 is still to be paid at the theatre, in cash, by UPI or by card.`]
      expect(await letters()).toEqual(told)
      const sent = (await lettersOfBooking(app.context, id)).at(-1)
      await sendLetterAgain(app.context, OWNER, id, sent?.id ?? '')
      expect(await letters()).toEqual(told)
    })

    test('not in the letter of a move that strikes out what was told to nobody', async () => {
      const id = await bookedAndTold()
      const move = (slot: string, advance: number) =>
        editBooking(app, id, () => at(slot), { advance: rupees(advance), fullPayment: undefined })
      await move('13:00', 999)
      expect(await letters()).toEqual([expect.stringMatching(/^Booking moved .* ₹200 had been entered by mistake/)])
      app.clock.advanceMinutes(5)
      await editBooking(app, id, () => ({}), { advance: rupees(1_099), fullPayment: undefined, tellCustomer: false })
      await move('19:00', 999)
      expect(await letters()).toEqual([expect.not.stringContaining('struck out')])
    })

    test('not in the letter of an edit by which money goes back, where that was told to nobody', async () => {
      const id = await booked([900], { people: 5 })
      await letters()
      app.clock.advanceMinutes(5)
      const advance = (sum: number) => ({ advance: rupees(sum), fullPayment: undefined })
      await editBooking(app, id, () => ({}), { ...advance(2_099), tellCustomer: false })
      await editBooking(app, id, () => ({ people: 2 }), advance(1_899))
      expect(await letters()).toEqual([
        expect.stringMatching(
          /^Booking changed .*M: It costs less than you have paid\. ₹400 waits for you at the theatre\.$/,
        ),
      ])
    })

    describe('which an edit had entered for one that was told', () => {
      const struck = async (id: string) => strikeOutPayment(app.context, OWNER, id, await payment(id, 1_100))
      const edited = (advance: number) => (id: string) =>
        editBooking(app, id, () => ({}), { advance: rupees(advance), fullPayment: false })
      const told = `${STRUCK}: ₹1,100 is still to be paid at the theatre, in cash, by UPI or by card.`
      const lower = /^Booking changed .*: ₹150 had been entered by mistake as received from you, and is struck out\.$/
      const more = 'We have received ₹700: ₹200 is still to be paid at the theatre, in cash, by UPI or by card.'
      test.each([
        ['in what that one comes to', struck, told, {}],
        ['also where no letter thanks', struck, told, { thanks: false }],
        ['also where another edit lowers it', edited(1_049), expect.stringMatching(lower), {}],
        [
          'and that was told to nobody, where another edit lowers it',
          edited(1_049),
          expect.stringMatching(lower),
          { tellCustomer: false },
        ],
        ['not where another enters more, which is thanked for with what it comes to', edited(1_899), more, {}],
      ] as [
        string,
        (id: string) => Promise<unknown>,
        unknown,
        { thanks?: boolean; tellCustomer?: boolean },
      ][])('%s', async (_, next, says, { thanks = true, tellCustomer = true }) => {
        const id = await bookedOnline({ people: 5 })
        await take(id, 200, 1_100)
        expect(await letters()).toEqual([expect.stringContaining('We have received ₹200')])
        app.clock.advanceMinutes(5)
        await setLetterSwitch(app.context, OWNER, 'money-received', thanks)
        await editBooking(app, id, () => ({}), { advance: rupees(999), fullPayment: true, tellCustomer })
        await next(id)
        expect(await letters()).toEqual([says])
      })
    })

    test('as nothing where cash is entered anew as UPI, which is thanked for once', async () => {
      const id = await bookedOnline()
      const anew = (mode: 'upi' | 'card') =>
        editBooking(app, id, () => ({}), { advance: rupees(1_499), fullPayment: false, mode })
      await sendDetails(app.context, OWNER, id)
      await whileSent('details', () => take(id, 500, 500))
      await anew('upi')
      const details = expect.stringContaining('Your booking')
      expect(await letters()).toEqual([details, 'We have received ₹500'])
      await anew('card')
      expect(await letters()).toEqual([])
    })

    test('as nothing where that was being thanked for when it was entered anew, twice', async () => {
      const id = await bookedOnline()
      await take(id, 500, 500)
      const anew = (mode: 'upi' | 'card') =>
        editBooking(app, id, () => ({}), { advance: rupees(1_499), fullPayment: false, mode })
      await whileSent('money-received', async () => {
        app.clock.advanceMinutes(1)
        await anew('upi')
        app.clock.advanceMinutes(1)
        await anew('card')
      })
      expect(await letters()).toEqual(['We have received ₹500'])
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 500))
      expect(await letters()).toEqual([expect.stringContaining('₹500 had been entered by mistake')])
    })

    test('by an edit that enters less, as what was received where nobody had heard of more', async () => {
      const id = await bookedOnline()
      await take(id, 200, 500)
      await editBooking(app, id, () => ({}), { advance: rupees(1_099), fullPayment: undefined })
      expect(await letters()).toEqual([
        'We have received ₹100: ₹400 is still to be paid at the theatre, in cash, by UPI or by card.',
      ])
      app.clock.advanceMinutes(5)
      await take(id, 200, 400)
      await editBooking(app, id, () => ({}), { advance: rupees(1_249), fullPayment: undefined })
      // in the place of ₹100 that was told of and ₹200 that was not
      expect(await letters()).toEqual([
        'We have received ₹150: ₹250 is still to be paid at the theatre, in cash, by UPI or by card.',
      ])
    })

    test('of several sums that one letter thanks for, in what that letter still says', async () => {
      const id = await booked([])
      await letters()
      await editBooking(app, id, () => ({}), { advance: rupees(1_199), fullPayment: true })
      await strikeOutPayment(app.context, OWNER, id, await payment(id, 300), { tellCustomer: false })
      expect(await letters()).toEqual([
        'We have received ₹200: ₹300 is still to be paid at the theatre, in cash, by UPI or by card.',
      ])
    })

    test('by an edit as well, which thanks for nothing that it made less', async () => {
      const id = await bookedAndTold()
      // ₹999 online and ₹200 are the advance, ₹300 completed the payment
      await editBooking(app, id, () => ({}), { advance: rupees(1_099), fullPayment: undefined })
      const [told, ...others] = await letters()
      expect([told, others]).toEqual([
        expect.stringMatching(
          /^Booking changed .*: ₹100 had been entered by mistake as received from you, and is struck out\.$/,
        ),
        [],
      ])
      await editBooking(app, id, () => ({}), { fullPayment: false, tellCustomer: false })
      expect(await letters()).toEqual([])
    })
  })
})
