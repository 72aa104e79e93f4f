import { describe, expect, test } from 'vitest'
import { paise, rupees } from '~/domain/money'
import { upiLink } from '~/domain/upi'

const asked = { vpa: 'lumiere@okbank', payee: 'Lumière Theatre', note: 'Booking LUM-7Q4X', reference: 'LUM-7Q4X-2' }

describe('a UPI link', () => {
  test('has the exact amount with two decimals, and its parts percent-encoded', () => {
    expect(upiLink({ ...asked, amount: rupees(1_300) })).toBe(
      'upi://pay?pa=lumiere@okbank&pn=Lumi%C3%A8re%20Theatre&am=1300.00&cu=INR&tn=Booking%20LUM-7Q4X&tr=LUM-7Q4X-2',
    )
    expect(upiLink({ ...asked, amount: paise(5) })).toContain('&am=0.05&')
  })

  test('cuts its note at 50 characters', () => {
    const link = new URL(upiLink({ ...asked, amount: rupees(1), note: 'x'.repeat(60) }))
    expect(link.searchParams.get('tn')).toHaveLength(50)
  })
})
