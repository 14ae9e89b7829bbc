import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The storage of a browser, as far as it is used here. */
const shelf = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    text: () => [...kept].join('\n'),
  }
}

const person = (user_id: string) => ({
  dataType: 'object',
  datetime: 0,
  content: { tenant_id: '000000', user_id, must_change: false },
})
let session: ReturnType<typeof shelf>
let local: ReturnType<typeof shelf>

/** A page of the browser: its modules begin anew, its storage stays. */
const load = async () => {
  vi.resetModules()
  const unsaved = await import('./unsaved.ts')
  const { dropSession } = await import('./session.ts')
  return { ...unsaved, dropSession }
}
const logIn = (id: string) => {
  local.setItem('saber-token', JSON.stringify({ dataType: 'string', content: `token-${id}`, datetime: 0 }))
  local.setItem('saber-userInfo', JSON.stringify(person(id)))
}

beforeEach(() => {
  session = shelf()
  local = shelf()
  vi.stubGlobal('window', { addEventListener: () => {} })
  vi.stubGlobal('document', { cookie: '', documentElement: {} })
  vi.stubGlobal('location', { protocol: 'http:', search: '' })
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('localStorage', local)
  logIn('1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  // no other file meets modules that found themselves in a browser
  vi.resetModules()
})

const unsent = (name: string) => ({ typed: { name }, opened: { what: 'add' } })

describe('what is typed and not sent', () => {
  test('is there when the page is loaded anew, form by form', async () => {
    const first = await load()
    first.saveUnsent('/system/post', 'add', unsent('甲'))
    first.saveUnsent('/system/post', 'edit-7', unsent('乙'))
    const second = await load()
    expect(second.unsentOn('/system/post')).toEqual({ add: unsent('甲'), 'edit-7': unsent('乙') })
    expect(second.unsentOn('/system/dict')).toEqual({})
  })

  test('is gone once the form is closed, and the storage with the last of them', async () => {
    const page = await load()
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    page.saveUnsent('/system/post', 'edit-7', unsent('乙'))
    page.saveUnsent('/system/post', 'add', null)
    expect(page.unsentOn('/system/post')).toEqual({ 'edit-7': unsent('乙') })
    page.dropUnsent('/system/post')
    expect(session.text()).toBe('')
  })

  test('outlives a session that ends, for the same person', async () => {
    const page = await load()
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    page.dropSession('ended')
    expect(page.unsentOn('/system/post')).toEqual({})
    logIn('1')
    expect((await load()).unsentOn('/system/post')).toEqual({ add: unsent('甲') })
  })

  test('is nothing to the next person at this browser, and his replaces it', async () => {
    const page = await load()
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    page.dropSession('ended')
    logIn('2')
    const next = await load()
    expect(next.unsentOn('/system/post')).toEqual({})
    next.saveUnsent('/system/dict', 'add', unsent('乙'))
    expect(session.text()).not.toContain('甲')
  })

  test('is left behind by nobody who logs out', async () => {
    const page = await load()
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    page.dropSession('left')
    expect(session.text() + local.text()).not.toContain('甲')
  })

  test('written while nobody is logged in, it does not replace what waits for its owner', async () => {
    const page = await load()
    page.saveUnsent('/system/post', 'add', unsent('甲'))
    page.dropSession('ended')
    page.saveUnsent('/system/post', 'add', null)
    logIn('1')
    expect((await load()).unsentOn('/system/post')).toEqual({ add: unsent('甲') })
  })
})
