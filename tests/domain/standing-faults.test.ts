import { describe, expect, it } from 'vitest'
import { standingFaults } from '~/domain/standing-faults'

const CAKE = 'Select atleast one Cake'
const FAULTS = {
  '': 'Look at it again',
  name: 'Name is required',
  date: 'It is closed on this day',
  place: 'It is taken',
  people: 'Choose between 2 and 8 people',
  occasionId: 'Select atleast one Occasion',
  cakes: CAKE,
  gifts: 'Too many',
  time: 'Choose until when the slot is held',
  own: 'Ask for ₹1 to ₹999',
  approved: 'Somebody must be asked first',
}
const PAGE = { toChoose: { cakes: CAKE }, form: { name: '', email: '' } }
const foldOf = (id: string) => ({ truffle: 'cakes', mug: 'gifts' })[id]

describe('a fault of a telephone booking goes once its field changes', () => {
  const goneWith = (changed: string[], now = PAGE) => {
    const standing = standingFaults(FAULTS, new Set(changed), foldOf, [PAGE, now])
    return Object.keys(FAULTS).filter((field) => !(field in standing))
  }

  it.each([
    [[], []],
    [['occasionId'], ['', 'occasionId']],
    [
      ['name', 'occasionId'],
      ['', 'name', 'occasionId'],
    ],
    [['note'], ['']],
    [['count.mug'], ['', 'gifts']],
    // one cake and none again: the page says of it what it said
    [['count.truffle'], ['']],
    [['count.gone'], ['']],
    [['deadline'], ['', 'time']],
    [['sum'], ['', 'own']],
    // another day or room has other places, days and limits
    [['date'], ['', 'date', 'place']],
    [['place'], ['', 'date', 'place', 'people']],
    [['number'], ['', 'approved']],
  ])('%j changed: gone are %j', (changed, gone) => {
    expect(goneWith(changed)).toEqual(gone)
  })

  it('also when the page finds it no longer: nothing must be chosen, or the name was filled in', () => {
    expect(goneWith(['packageId'])).toEqual([''])
    expect(goneWith(['packageId'], { ...PAGE, toChoose: {} as typeof PAGE.toChoose })).toEqual(['', 'cakes'])
    expect(goneWith(['number'], { ...PAGE, form: { name: 'Ravi Menon', email: '' } })).toEqual(['', 'name', 'approved'])
  })

  it('but what the page still says to be chosen stands, until it says something else of it', () => {
    const given = { ...PAGE, toChoose: { cakes: CAKE, addons: 'Too many' } }
    const faults: Record<string, string> = { cakes: CAKE, addons: 'Too many' }
    const changed = new Set(['count.truffle', 'count.fog'])
    const foldOfBoth = (id: string) => (id === 'fog' ? 'addons' : foldOf(id))
    const standing = (now: Record<string, string>) =>
      standingFaults(faults, changed, foldOfBoth, [given, { ...PAGE, toChoose: now }])
    expect(standing(given.toChoose)).toEqual(faults)
    expect(standing({ cakes: CAKE })).toEqual({ cakes: CAKE })
    expect(standing({ cakes: 'Too many', addons: 'Far too many' })).toEqual({})
    expect(standing({})).toEqual({})
  })

  it('and there is none where nothing was refused', () => {
    expect(standingFaults(null, new Set(['name']), foldOf, [PAGE, PAGE])).toBeNull()
  })
})
