import { z } from 'zod'
import type { StaffRole } from '~/domain/staff-role'
import { isSuperAdmin } from '~/domain/staff-role'

/** A member of staff: never a password, not even its hash. */
export const adminShape = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    superAdmin: z.boolean(),
    location: z.string().nullable().meta({ description: 'The id of a location admin’s location.' }),
  })
  .meta({ id: 'Admin' })

interface Member {
  id: string
  name: string
  email: string
  role: StaffRole
  locationId: string | null
}

/** A member of staff as calls answer it. */
export const adminJson = ({ id, name, email, role, locationId }: Member): z.input<typeof adminShape> => ({
  ...{ _id: id, name, email },
  superAdmin: isSuperAdmin(role),
  location: isSuperAdmin(role) ? null : locationId,
})

export const customerShape = z
  .object({ _id: z.string(), name: z.string(), number: z.string(), email: z.string() })
  .meta({ id: 'Customer' })
