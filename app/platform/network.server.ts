import ipaddr from 'ipaddr.js'

/**
 * The network a visitor's address stands for in limits: an IPv4 address as it is, of an IPv6 address the /64 that one line
 * or phone is given, since whoever has one of its addresses has all of them.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}/64`
}
