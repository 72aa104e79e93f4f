import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { closingForm } from '~/features/money/till-forms.server'
import { contactForm } from '~/features/site/contact.server'
import { locationForm } from '~/features/venue/location-values.server'
import { cityForm, screenForm } from '~/features/venue/venue-forms.server'
import { parseForm } from '~/platform/form.server'
import { requiredText } from '~/platform/form-fields.server'
import { knowsField } from '~/platform/form-names.server'

describe('a field is known by its name', () => {
  test.each([
    ['name', true],
    ['images[0]', true],
    ['images[5]', true],
    ['images[6]', false],
    ['slots[24].from', true],
    ['slots[25].from', false],
    ['slots[0].until', false],
    ['packages[20].customPrices[366].date', true],
    ['packages[20].customPrices[367].date', false],
    ['packages[21].customPrices[0].date', false],
    ['packages[0].inclusions', true],
    ['packages[0].inclusions[]', true],
    ['specifications[60000000]', false],
    ['name[0]', false],
    ['name.first', false],
    ['x[0]', false],
    ['toString', false],
    ['__proto__', false],
    ['__proto__.name', false],
    ['packages.__proto__', false],
    ['packages[0].constructor.name', false],
    ['', false],
    ['[0]', false],
    ['packages[', false],
    [`packages${'[0]'.repeat(5_000)}`, false],
  ])('%s: %s', (name, known) => {
    expect(knowsField(screenForm, name)).toBe(known)
  })

  test('behind everything that is wrapped around a schema', () => {
    const wrapped = z
      .object({
        rows: z.preprocess((sent) => sent, z.array(z.string()).max(3).optional()),
        other: z.string().nullish(),
      })
      .refine(() => true)
      .transform((read) => read)
    expect(['rows[3]', 'rows[4]', 'other', 'others'].map((name) => knowsField(wrapped, name))).toEqual([
      true,
      false,
      true,
      false,
    ])
    const either = z.discriminatedUnion('intent', [
      z.object({ intent: z.literal('a'), one: z.string() }),
      z.object({ intent: z.literal('b'), two: z.string() }),
    ])
    expect(['intent', 'one', 'two', 'three'].map((name) => knowsField(either, name))).toEqual([true, true, true, false])
  })

  test('and where any is taken, within five parts and thirty rows', () => {
    const any = z.looseObject({})
    const names = ['a[30].b[30]', 'a[31]', 'a.b.c.d.e', 'a.b.c.d.e.f', 'a.__proto__.b']
    expect(names.map((name) => knowsField(any, name))).toEqual([true, false, true, false, false])
  })
})

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

/** What goes back into the page of a form with a fault. */
function sentBack(schema: z.ZodType, fields: Record<string, string>): unknown {
  const read = parseForm(formOf(fields), schema)
  if (read.ok) throw new Error('The form has no fault.')
  return (read.reply() as { data: { lastResult: { initialValue: unknown } } }).data.lastResult.initialValue
}

describe('what was typed goes back', () => {
  test('no longer than its field', () => {
    const typed = {
      name: 'n'.repeat(5_000),
      message: 'm'.repeat(5_000),
      email: 'e'.repeat(5_000),
      phone: '1'.repeat(20),
    }
    const back = sentBack(contactForm, typed) as Record<string, string>
    expect(Object.fromEntries(Object.entries(back).map(([name, text]) => [name, text.length]))).toEqual({
      name: 80,
      message: 2_000,
      email: 2_000,
      phone: 20,
    })
  })

  test('within lists too, and no half of a character', () => {
    const schema = z.object({
      rows: z.array(z.object({ text: requiredText('Text', 5) })).max(3),
      sure: z.literal('on'),
    })
    expect(sentBack(schema, { 'rows[0].text': 'abcd😀', 'rows[1].text': 'ab' })).toEqual({
      rows: [{ text: 'abcd' }, { text: 'ab' }],
    })
  })

  test('without what the form does not have', () => {
    expect(sentBack(locationForm.add, { name: 'A', 'x[1000000]': 'y', admin: 'z' })).toEqual({ name: 'A' })
  })
})

describe('a button of a list', () => {
  const asked = (intent: unknown, name = '__intent__') =>
    parseForm(formOf({ 'slots[0].from': '10:00', 'images[0]': 'a', [name]: String(intent) }), screenForm)
  const json = (type: string, payload: object) => JSON.stringify({ type, payload })

  test.each([
    json('insert', { name: 'slots', defaultValue: { from: '18:00', to: '21:00' } }),
    json('insert', { name: 'packages[0].customPrices', defaultValue: { date: '', price: '' } }),
    json('remove', { name: 'slots', index: 0 }),
    json('reorder', { name: 'images', from: 0, to: 1 }),
    json('validate', { name: 'images' }),
  ])('%s is done', (intent) => {
    const read = asked(intent)
    expect(read).toMatchObject({ ok: false })
    expect(!read.ok && (read.reply() as { init: object }).init).toEqual({ status: 200 })
  })

  test.each([
    'abc',
    'null',
    '{}',
    json('insert', { name: 'name' }),
    json('insert', { name: 'x' }),
    json('insert', { name: 'slots', index: 1e9 }),
    json('insert', { name: 'slots', defaultValue: { from: 'x'.repeat(300) } }),
    json('remove', { name: 'slots', index: -1 }),
    json('remove', { name: 'slots', index: 1e9 }),
    json('reorder', { name: 'images', from: 0, to: 1e9 }),
    json('update', { name: 'x[60000000]', value: 'y' }),
    json('reset', {}),
  ])('%s is refused', (intent) => {
    expect(() => asked(intent)).toThrow(expect.objectContaining({ status: 400 }))
  })

  test('a state of conform’s is refused: no page sends one', () => {
    expect(() => asked('abc', '__state__')).toThrow(expect.objectContaining({ status: 400 }))
  })
})

/** What hidden fields of our pages send is read as what people type: by what a page never sends, nothing is compared as if it had. */
describe('a number that a page says', () => {
  const sent = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, text] of Object.entries(fields)) form.set(name, text)
    return form
  }
  const NEITHER = ['0x1', '1e0', '+1', '-1', '1.5', '99999999999', 'one']

  test.each<[string, number]>([
    ['7', 7],
    ['7.0', 7],
    ['', 0],
    ...NEITHER.map((text): [string, number] => [text, 0]),
  ])('of a version, %j, is %j', (version, read) => {
    const form = parseForm(sent({ name: 'Pune', status: 'true', version }), cityForm)
    expect(form.ok && form.value.version).toBe(read)
  })

  test.each<[string, number]>([
    ['7', 7],
    ['0', 0],
    ...NEITHER.map((text): [string, number] => [text, -1]),
  ])('of an account’s version, %j, is %j', (adminVersion, read) =>
    expect(locationForm.edit.shape.adminVersion.parse(adminVersion)).toBe(read))

  test.each<[string, number | undefined]>([
    ['149900', 149_900],
    ['-500', -500],
    ['0', 0],
    ...['0x1', '1e0', '+1', '1.5', 'one', ''].map((text): [string, undefined] => [text, undefined]),
  ])('of a till’s sum, %j, is %j', (sum, read) => {
    const form = parseForm(sent({ openingFloat: '0', counted: '0', shown: sum, shownLeft: sum }), closingForm)
    expect(form.ok && [form.value.shown, form.value.shownLeft]).toEqual([read, read])
  })

  test('is none where it is said twice', () => {
    const city = sent({ name: 'Pune', status: 'true', version: '7' })
    city.append('version', '8')
    const cities = parseForm(city, cityForm)
    expect(cities.ok && cities.value.version).toBe(0)
    expect(locationForm.edit.shape.adminVersion.parse(['7', '8'])).toBe(-1)
    const till = sent({ openingFloat: '0', counted: '0', shown: '5', shownLeft: '5' })
    for (const name of ['shown', 'shownLeft']) till.append(name, '6')
    const closing = parseForm(till, closingForm)
    expect(closing.ok && [closing.value.shown, closing.value.shownLeft]).toEqual([undefined, undefined])
  })
})
