import { expect, test } from 'vitest'
import { STAFF_ROLES } from '~/domain/staff-role'
import { namedHome } from '~/features/back-office/admin-nav'

test('whoever is refused a page is led on to one of their own, by its name', () => {
  expect(STAFF_ROLES.map((role) => [role, namedHome(role)])).toEqual([
    ['super-admin', { to: '/admin/dashboard', label: 'Dashboard' }],
    ['location-admin', { to: '/admin/dashboard', label: 'Dashboard' }],
    ['front-desk', { to: '/admin/today', label: 'Today' }],
    ['kitchen', { to: '/admin/prep', label: 'Prep board' }],
  ])
})
