/** What a location admin reads at the login after asking for what only a super admin may do (rule K5). */
export const CITIES_CLOSED = 'Login in as super Admin to access cities'
export const LOCATION_ADD_CLOSED = 'Login in as super Admin to add Location'

export const FIX_ERRORS = 'Please fix the errors before submitting.'
