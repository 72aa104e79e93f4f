import { describe, expect, test } from 'vitest'
import { commonHeaders, pageHeaders } from '~/platform/security-headers.server'

const RAZORPAY = {
  scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
  formUrl: 'https://api.razorpay.com/v1/checkout/embedded',
}

function policyOf(checkout: typeof RAZORPAY | undefined, https = true): Record<string, string> {
  const text = pageHeaders({ nonce: 'abc', https, checkout })['Content-Security-Policy'] ?? ''
  return Object.fromEntries(text.split('; ').map((one) => [one.split(' ')[0], one.slice(one.indexOf(' ') + 1)]))
}

describe('the policy of a page', () => {
  test('runs our files and what bears the nonce, nothing else', () => {
    expect(policyOf(undefined)).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self' 'nonce-abc'",
      'connect-src': "'self'",
      'frame-src': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'object-src': "'none'",
    })
  })

  test('knows the provider on the payment page only, and exactly its hosts', () => {
    expect(JSON.stringify(policyOf(undefined))).not.toContain('razorpay')
    expect(policyOf(RAZORPAY)).toMatchObject({
      'script-src': "'self' 'nonce-abc' https://checkout.razorpay.com https://cdn.razorpay.com",
      'frame-src': 'https://api.razorpay.com https://checkout.razorpay.com',
      'connect-src':
        "'self' https://api.razorpay.com https://checkout.razorpay.com https://lumberjack.razorpay.com https://lumberjack-cx.razorpay.com https://lumberjack-metrics.razorpay.com",
      'form-action': "'self' https://api.razorpay.com",
    })
  })

  test('knows the emulator in its place', () => {
    const emulator = 'http://127.0.0.1:4010'
    const policy = policyOf(
      { scriptUrl: `${emulator}/v1/checkout.js`, formUrl: `${emulator}/v1/checkout/embedded` },
      false,
    )
    expect(policy).toMatchObject({
      'script-src': `'self' 'nonce-abc' ${emulator}`,
      'frame-src': emulator,
      'form-action': `'self' ${emulator}`,
    })
    expect(JSON.stringify(policy)).not.toContain('razorpay')
    expect(policy).not.toHaveProperty('upgrade-insecure-requests')
  })

  test('lets a bank’s pop-up find its opener on the payment page only', () => {
    const opener = (checkout: typeof RAZORPAY | undefined) =>
      pageHeaders({ nonce: 'abc', https: true, checkout })['Cross-Origin-Opener-Policy']
    expect(opener(undefined)).toBe('same-origin')
    expect(opener(RAZORPAY)).toBe('same-origin-allow-popups')
  })
})

test('browsers are held to https where it is used, and only there', () => {
  expect(commonHeaders({ https: true })).toHaveProperty('Strict-Transport-Security')
  expect(commonHeaders({ https: false })).not.toHaveProperty('Strict-Transport-Security')
  expect(commonHeaders({ https: false })).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  })
})
