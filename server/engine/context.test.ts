import { describe, expect, expectTypeOf, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { attach } from '#contract/storage/attach.ts'
import type { user } from '#contract/system/user.ts'
import { person } from '../../tests/support/context.ts'
import { type Ctx, type HandlerOf, isSignedIn, type UserCtx } from './context.ts'
import { visitor } from './session.ts'

describe('the request of a handler', () => {
  test('is that of a signed-in user, unless visitors may call the endpoint', () => {
    expectTypeOf<HandlerOf<typeof user.calls.list>>().parameter(0).toEqualTypeOf<UserCtx>()
    expectTypeOf<HandlerOf<typeof user.calls.auditPass>>().parameter(0).toEqualTypeOf<UserCtx>()
    expectTypeOf<HandlerOf<typeof auth.logoutPost>>().parameter(0).toEqualTypeOf<UserCtx>()
    expectTypeOf<HandlerOf<typeof auth.token>>().parameter(0).toEqualTypeOf<Ctx>()
    expectTypeOf<HandlerOf<typeof attach.calls.detail>>().parameter(0).toEqualTypeOf<Ctx>()
    const open = [auth.token, attach.calls.detail].map(({ access }) => access)
    expect(open).toEqual(['public', 'public'])
  })

  test('is signed in when it has a user', () => {
    const base = { lang: 'zh' } as Omit<Ctx, 'actor'>
    expect([isSignedIn({ ...base, actor: visitor }), isSignedIn({ ...base, actor: person() })]).toEqual([false, true])
  })
})
