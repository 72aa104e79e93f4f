import { describe, expect, it } from 'vitest'
import { INCLUSIONS } from '~/domain/inclusions'
import { BASIC_ONLY_MESSAGE, basicOnly, packageAllowed } from '~/domain/last-hour'
import { includesCake, inPackage, isBasic } from '~/domain/packages'
import { ist } from './sample-offers'

describe('the last hour before a slot', () => {
  it.each([
    ['18:00:00', '16:59:59', false],
    ['18:00:00', '17:00:00', true],
    ['18:00:00', '17:59:59', true],
    ['18:00:00', '18:00:00', false],
    ['18:00:00', '18:30:00', false],
  ])('a slot at %s, at %s: Basic only is %s', (start, now, expected) => {
    expect(basicOnly(ist(`2027-01-21T${start}`), ist(`2027-01-21T${now}`))).toBe(expected)
  })

  it('reaches across midnight', () => {
    expect(basicOnly(ist('2027-01-22T00:15:00'), ist('2027-01-21T23:30:00'))).toBe(true)
  })

  it('sells Basic only', () => {
    const [start, now] = [ist('2027-01-21T18:00:00'), ist('2027-01-21T17:30:00')]
    expect(packageAllowed('Basic', start, now)).toBe(true)
    expect(packageAllowed('Royal', start, now)).toBe(false)
    expect(packageAllowed('Royal', start, ist('2027-01-21T12:00:00'))).toBe(true)
    expect(BASIC_ONLY_MESSAGE).toBe('Only Basic Package is allowed before 1 hour')
  })
})

describe('packages', () => {
  it('know the six inclusions, of which Cake opens the Cakes tab', () => {
    expect(INCLUSIONS).toHaveLength(6)
    expect(includesCake(['Decoration', 'Cake'])).toBe(true)
    expect(includesCake(['Decoration'])).toBe(false)
  })

  it('find Basic by its name', () => {
    expect([' basic', 'Basic', 'BASIC '].every(isBasic)).toBe(true)
    expect(isBasic('Basic Plus')).toBe(false)
  })
})

describe('what a package gives already', () => {
  const grand = ['Cake', 'Smoke Entry', 'Rose Heart On Table', 'Rose With Candle Path']

  it.each(['Fog Entry', 'Smoke entry', 'Candle Path', 'Rose Heart Table'])('%s is not sold twice', (name) => {
    expect(inPackage(name, grand)).toBe(true)
    expect(inPackage(name, ['4k Dolby Theater', 'Decoration', 'Cake'])).toBe(false)
  })

  it.each(['Rose Petals', 'Table Lamp', 'LED Name', 'Balloon Bouquet'])('%s is something else', (name) => {
    expect(inPackage(name, grand)).toBe(false)
  })
})
