import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The part of browser storage that the module uses. */
const fakeStorage = () => {
  const entries = new Map<string, string>()
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
    text: () => [...entries].join('\n'),
  }
}

const storedUser = (user_id: string) => ({
  dataType: 'object',
  datetime: 0,
  content: { tenant_id: '000000', user_id, must_change: false },
})
let session: ReturnType<typeof fakeStorage>
let local: ReturnType<typeof fakeStorage>

/** Loads the page again: new modules, same storage. */
const load = async () => {
  vi.resetModules()
  const unsaved = await import('./unsaved.ts')
  const { dropSession } = await import('../api/session.ts')
  return { ...unsaved, dropSession }
}
const logIn = (id: string) => {
  local.setItem('saber-token', JSON.stringify({ dataType: 'string', content: `token-${id}`, datetime: 0 }))
  local.setItem('saber-userInfo', JSON.stringify(storedUser(id)))
}

beforeEach(() => {
  session = fakeStorage()
  local = fakeStorage()
  vi.stubGlobal('window', { addEventListener: () => {} })
  vi.stubGlobal('document', { cookie: '', documentElement: {} })
  vi.stubGlobal('location', { protocol: 'http:', search: '' })
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('localStorage', local)
  logIn('1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  // other test files must not get modules that were loaded with browser globals
  vi.resetModules()
})

const unsent = (name: string) => ({ typed: { name }, opened: { what: 'add' } })

describe('unsent input', () => {
  test('is still there after a page reload, form by form', async () => {
    const first = await load()
    first.saveUnsent('/system/post', 'add', unsent('甲'))
    first.saveUnsent('/system/post', 'edit-7', unsent('乙'))
    const second = await load()
    expect(second.unsentOn('/system/post')).toEqual({ add: unsent('甲'), 'edit-7': unsent('乙') })
    expect(second.unsentOn('/system/dict')).toEqual({})
  })

  test('is deleted when its form is closed; after the last one the storage is empty', async () => {
    const page = await load()
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    page.saveUnsent('/system/post', 'edit-7', unsent('乙'))
    page.saveUnsent('/system/post', 'add', null)
    expect(page.unsentOn('/system/post')).toEqual({ 'edit-7': unsent('乙') })
    page.dropUnsent('/system/post')
    expect(session.text()).toBe('')
  })

  test('outlives an expired session of the same user', async () => {
    const page = await load()
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    page.dropSession('ended')
    expect(page.unsentOn('/system/post')).toEqual({})
    logIn('1')
    expect((await load()).unsentOn('/system/post')).toEqual({ add: unsent('甲') })
  })

  test('is hidden from the next user of the browser, whose input replaces it', async () => {
    const page = await load()
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    page.dropSession('ended')
    logIn('2')
    const next = await load()
    expect(next.unsentOn('/system/post')).toEqual({})
    next.saveUnsent('/system/dict', 'add', unsent('乙'))
    expect(session.text()).not.toContain('甲')
  })

  test('outlives a storage that was cleared: the next refused call ends the session, and the same user finds the input', async () => {
    const page = await load()
    const [{ ask }, { endReason }] = await Promise.all([import('../api/caller.ts'), import('../api/session.ts')])
    vi.stubGlobal('fetch', async () => Response.json({ code: 401, success: false, msg: '请登录' }, { status: 401 }))
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    for (const name of ['saber-token', 'saber-userInfo']) local.removeItem(name)
    session.removeItem('saber-unsent')
    await expect(ask({ method: 'GET', path: '/api/x', output: {} } as never)).rejects.toThrow('请登录')
    expect(endReason()).toBe('ended')
    logIn('1')
    expect((await load()).unsentOn('/system/post')).toEqual({ add: unsent('甲') })
  })

  test('is deleted on logout', async () => {
    const page = await load()
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    page.dropSession('left')
    expect(session.text() + local.text()).not.toContain('甲')
  })

  test('is not replaced by changes made while nobody is logged in', async () => {
    const page = await load()
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    page.dropSession('ended')
    page.saveUnsent('/system/post', 'add', null)
    logIn('1')
    expect((await load()).unsentOn('/system/post')).toEqual({ add: unsent('甲') })
  })
})
