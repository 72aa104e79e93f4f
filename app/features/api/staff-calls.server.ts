import { z } from 'zod'
import { AUTH_COOKIE, SESSION_DAYS } from '~/features/staff/staff-session.server'
import { doneShape, pageOfList } from './answer-shapes.server'
import { describeCall } from './call.server'
import { locationQuery, pagedQuery, textInput } from './inputs.server'
import { adminShape, customerShape } from './staff-shapes.server'

const text = textInput.optional()

export const authCalls = {
  login: describeCall({
    method: 'POST',
    path: '/api/auth/login',
    group: 'Authentication',
    summary: 'Log in',
    notes: `The token is also set as the httpOnly cookie ${AUTH_COOKIE}. It lives ${SESSION_DAYS.life} days, ${SESSION_DAYS.unused} day unused.`,
    who: 'everyone',
    knows: 'sign-in',
    body: z.object({
      ...{ email: text, password: text },
      code: text.meta({
        description: 'Of the authenticator app, or a recovery code, where the account has one set up.',
      }),
    }),
    requires: ['email', 'password'],
    answer: z.object({ token: z.string(), admin: adminShape }),
    refusals: [401, 422, 429],
  }),
  register: describeCall({
    method: 'POST',
    path: '/api/auth/register',
    group: 'Authentication',
    summary: 'Register a super admin',
    notes: 'Open on the first run, afterwards to signed-in super admins only, with their own password again.',
    who: 'everyone',
    knows: 'sign-in',
    body: z.object({ name: text, email: text, password: text, setupToken: text, ownPassword: text }),
    requires: ['name', 'email', 'password'],
    answer: z.object({ admin: adminShape }),
    status: 201,
    refusals: [409, 422, 429],
  }),
  initialLogin: describeCall({
    method: 'POST',
    path: '/api/auth/initialLogin',
    group: 'Authentication',
    summary: 'Whom a token stands for',
    notes: 'Without a token in the body, the one of the cookie or the Authorization header.',
    who: 'everyone',
    knows: 'sign-in',
    body: z.object({ token: text }),
    answer: z.object({ admin: adminShape }),
    refusals: [401],
  }),
  logout: describeCall({
    method: 'POST',
    path: '/api/auth/logout',
    group: 'Authentication',
    summary: 'Log out',
    who: 'everyone',
    knows: 'sign-in',
    answer: doneShape.extend({ admin: z.null() }).meta({ id: 'LoggedOut' }),
  }),
}

export const customerCalls = {
  list: describeCall({
    method: 'GET',
    path: '/api/customers',
    group: 'Customers',
    summary: 'A page of customers',
    notes: 'By name; of a search the newest first.',
    who: 'see-customers',
    query: pagedQuery.extend({
      location: locationQuery,
    }),
    answer: pageOfList('customers', customerShape),
    refusals: [422],
  }),
}
