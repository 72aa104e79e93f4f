import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { asksLedName, asksLedNumber, hidesQuantity, ledLength, ledSurcharge } from '~/domain/led-lettering'
import { rupees } from '~/domain/money'

describe('LED name', () => {
  it.each([
    ['', 0, 0],
    ['Ananya', 6, 0],
    ['Shreyas!', 8, 0],
    ['Anna Bell', 9, 30],
    ['Anna & Rahul', 12, 120],
    ['  Shreyas!  ', 8, 0],
    ['Love you Maa', 12, 120],
    ['❤️❤️❤️❤️❤️❤️❤️❤️', 8, 0],
    ['👨‍👩‍👧 family', 8, 0],
    ['ಮೀರಾ', 2, 0],
    ['a'.repeat(24), 24, 480],
  ])('%j has %i characters and costs ₹%i more', (name, length, extra) => {
    expect(ledLength(name)).toBe(length)
    expect(ledSurcharge(name).amount).toBe(rupees(extra))
  })

  it('explains itself', () => {
    expect(ledSurcharge('Birthday Ma').explanation).toBe('LED: 11 characters, 3 extra × ₹30')
    expect(ledSurcharge('Shreyas!').explanation).toBeUndefined()
  })

  it('costs ₹30 for each letter after the eighth, and never less for more', () => {
    fc.assert(
      fc.property(fc.nat(24), (length) => {
        expect(ledSurcharge('x'.repeat(length)).amount).toBe(Math.max(0, length - 8) * 3_000)
      }),
    )
  })
})

describe('in a browser without Intl.Segmenter', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('the lettering loads, and counts plain letters all the same', async () => {
    vi.stubGlobal('Intl', Object.create(Intl, { Segmenter: { value: undefined } }))
    // a module of its own, while everything else that this process has loaded stays
    const anew = '../../app/domain/led-lettering?anew'
    const older: typeof import('~/domain/led-lettering') = await import(anew)
    expect(older.ledLength(' Anna Bell ')).toBe(9)
    expect(older.lettersOf('Zoë 🎂')).toEqual(['Z', 'o', 'ë', ' ', '🎂'])
  })
})

describe('rules by the words in a name', () => {
  it.each([
    ['LED Name', true, false, true],
    ['Led Number', false, true, true],
    ['name board', true, false, false],
    ['Photo frame', false, false, true],
    ['Rose bouquet', false, false, false],
  ])('%s', (name, asksName, asksNumber, once) => {
    expect(asksLedName([{ name }])).toBe(asksName)
    expect(asksLedNumber([{ name }])).toBe(asksNumber)
    expect(hidesQuantity({ name })).toBe(once)
  })

  it('asks when any of the selected asks', () => {
    expect(asksLedName([{ name: 'Fog' }, { name: 'LED NAME' }])).toBe(true)
    expect(asksLedName([])).toBe(false)
  })
})
