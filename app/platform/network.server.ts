import ipaddr from 'ipaddr.js'

/**
 * The IP address that a proxy or a visitor is named by: alone, in brackets, or with its port (`203.0.113.7:51234`,
 * `[2001:db8::1]:443`); undefined of what is none.
 */
export function ipAddressIn(text: string): string | undefined {
  const [, bracketed, dotted] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? []
  const bare = bracketed ?? dotted ?? text
  return ipaddr.IPv6.isValid(bare) || ipaddr.IPv4.isValidFourPartDecimal(bare) ? bare : undefined
}

/**
 * The network a visitor's address stands for in limits: an IPv4 address as it is, of an IPv6 address the /64 that one line
 * or phone is given, since whoever has one of its addresses has all of them.
 */
export function networkOf(address: string): string {
  const ip = ipAddressIn(address)
  if (!ip) return address
  const parsed = ipaddr.process(ip)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}/64`
}
