import { createHash } from 'node:crypto'
import { links } from '~/links'
import { isRazorpay } from './payment-gateway.server'

/** Where the payment provider's window and form live; the demo's emulator is one address for all of it. */
export interface CheckoutHosts {
  scriptUrl: string
  formUrl: string
}

const RAZORPAY_SCRIPTS = ['https://cdn.razorpay.com']
const RAZORPAY_BEACONS = [
  'https://lumberjack.razorpay.com',
  'https://lumberjack-cx.razorpay.com',
  'https://lumberjack-metrics.razorpay.com',
]

/** Headers of every answer, whatever it is. `https` says whether visitors reach us that way. */
export function commonHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // a stricter policy would send our own forms with `Origin: null`, which the origin check refuses
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // `payment` stays allowed: the provider's window may ask for it
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=()',
    ...(https && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

/** Headers of a page. With `checkout` the page may open the payment provider; only the pages on which is paid are given it. */
export function pageHeaders(options: {
  nonce: string
  https: boolean
  checkout: CheckoutHosts | undefined
}): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy({ ...options, trusted: [`'nonce-${options.nonce}'`] }),
    // banks open in pop-ups that must find their opener
    'Cross-Origin-Opener-Policy': options.checkout ? 'same-origin-allow-popups' : 'same-origin',
  }
}

/** Headers of a page that is cached and sent to many: a nonce would be known to all, so it names the scripts it has. */
export function cachedHeaders({ scripts, https }: { scripts: readonly string[]; https: boolean }) {
  return {
    'Content-Security-Policy': contentSecurityPolicy({ trusted: scripts, https, checkout: undefined }),
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}

/** The scripts that stand in a page itself, as a policy names them: by what they say. Data for search engines is none. */
export function inlineScripts(html: string): string[] {
  const inline = html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g)
  const hash = (script: string) => createHash('sha256').update(script).digest('base64')
  return [...new Set([...inline].map(([, script = '']) => `'sha256-${hash(script)}'`))]
}

function contentSecurityPolicy({
  trusted,
  https,
  checkout,
}: {
  /** The inline scripts that run, as a source expression names them. */
  trusted: readonly string[]
  https: boolean
  checkout: CheckoutHosts | undefined
}): string {
  const provider = checkout
    ? providerSources(checkout)
    : { scripts: [], frames: [], connects: [], images: [], forms: [] }
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...trusted, ...provider.scripts],
    // style attributes carry measures, and the toaster brings a style element; neither runs anything
    'style-src': ["'self'", "'unsafe-inline'"],
    // staff may give pictures by their address on the web
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...provider.images],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...provider.connects],
    'frame-src': provider.frames.length ? provider.frames : ["'none'"],
    'form-action': ["'self'", ...provider.forms],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    ...(https && { 'upgrade-insecure-requests': [] }),
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}

/** What Razorpay's checkout needs (its Magento plugin's list and what checkout.js was seen to load since). */
function providerSources({ scriptUrl, formUrl }: CheckoutHosts) {
  const script = new URL(scriptUrl).origin
  const api = new URL(formUrl).origin
  const real = isRazorpay(formUrl)
  const both = [...new Set([api, script])]
  return {
    scripts: [script, ...(real ? RAZORPAY_SCRIPTS : [])],
    frames: both,
    connects: [...both, ...(real ? RAZORPAY_BEACONS : [])],
    images: real ? RAZORPAY_SCRIPTS : [script],
    forms: [api],
  }
}

/** Sent on signing out: what the browser kept of private pages, the ones behind its Back button too, is forgotten. */
export const FORGET_PAGES = { 'Clear-Site-Data': '"cache"' }

/** The pages that show every stranger the same; whatever is not one of them may be somebody's own. */
const FOR_EVERYBODY = new Set([
  links.home(),
  links.about(),
  links.gallery(),
  links.testimonials(),
  links.contact(),
  links.terms(),
  links.refundPolicy(),
  links.privacyPolicy(),
  links.apiDocs(),
])

/** Whether a browser may keep a page of this route, to ask again before it shows it; nothing else is kept at all. */
export const mayBeCached = (pattern: string): boolean => FOR_EVERYBODY.has(pattern)
