import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { useSearch } from '#web/base/preferences/search.ts'
import { saveUnsent, unsentOn } from '#web/base/preferences/unsaved.ts'
import type { FormValues } from '#web/form/form-values.ts'
import type { FormName } from '../dialog/unsent-form.ts'
import { useAskLeave } from '../dialog/use-confirm-leave.ts'
import type { Reopened } from '../dialog/use-dialog.ts'
import { type AnyRow, buttonsOf, callsOf, type EntityAction } from '../entity/calls.ts'

/** The views of an existing row: its values, its form, its changes, and who may see it. */
export const recordPanels = ['view', 'edit', 'history', 'lens'] as const
export type RecordPanel = (typeof recordPanels)[number]

/** A row that is open, and the view of it. */
export interface OpenRecord {
  readonly what: RecordPanel
  readonly row: AnyRow
}

/** What is open on an entity's screen: a new row, an existing one, or the form of an action. */
export type Open =
  | { readonly what: 'add'; readonly defaults: FormValues }
  | OpenRecord
  | {
      readonly what: 'press'
      readonly action: EntityAction
      readonly rows: readonly AnyRow[]
      readonly initial?: FormValues
    }

/** The stored form of `Open`: rows by id and title, an action by its name. */
interface StoredForm {
  readonly entity: string
  readonly what: Open['what']
  /** Defaults of a new row. */
  readonly brought?: FormValues
  readonly rows?: readonly AnyRow[]
  readonly action?: string
}

const nameOf = (entity: AnyEntity, open: Open): string => {
  const about = open.what === 'add' ? '' : open.what === 'press' ? open.action.name : open.row.id
  return `${entity.name}-${open.what}-${about}`
}

export const toStoredForm = (entity: AnyEntity, open: Open): StoredForm | null => {
  const title = entity.title
  const rowRef = (row: AnyRow): AnyRow => ({ id: row.id, [title]: row[title] })
  if (open.what === 'add') return { entity: entity.name, what: 'add', brought: open.defaults }
  if (open.what === 'press')
    return { entity: entity.name, what: 'press', action: open.action.name, rows: open.rows.map(rowRef) }
  return callsOf(entity).detail ? { entity: entity.name, what: open.what, rows: [rowRef(open.row)] } : null
}

export const restoreForm = (
  entity: AnyEntity,
  { what, brought: defaults = {}, rows = [], action }: StoredForm,
): Open | null => {
  if (what === 'add') return { what, defaults }
  if (what !== 'press') return rows[0] ? { what, row: rows[0] } : null
  const match = buttonsOf(entity).find(({ name }) => name === action)
  return match ? { what, action: match, rows } : null
}

/** The name of a form on its page and how to reopen it; `parentDialog` is the dialog that contains it. */
export const formNameOf = (entity: AnyEntity, open: Open, parentDialog: Reopened | null = null): FormName => {
  const form = toStoredForm(entity, open)
  return { name: nameOf(entity, open), opened: form && { ...form, ...parentDialog } }
}

const unsentOf = (entity: AnyEntity, page: string): Open | null => {
  const forms = Object.values(unsentOn(page)).map(({ opened }) => opened as StoredForm | null)
  const stored = forms.find((one) => one?.entity === entity.name)
  return stored ? restoreForm(entity, stored) : null
}

/** Opens the form of a new row when the command palette opened the page for it; once, and not in place of another dialog. */
const useRequestedForm = (entity: AnyEntity, openForm: () => void) => {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isRequested = (state as { readonly add?: string } | null)?.add === entity.name
  const handleRequest = useEffectEvent(() => {
    openForm()
    void navigate(pathname + search, { replace: true })
  })
  useEffect(() => {
    if (isRequested) handleRequest()
  }, [isRequested])
}

/** The row in the address, and its view; `rows` are the loaded ones. */
const recordIn = (entity: AnyEntity, search: URLSearchParams, rows: readonly AnyRow[]): OpenRecord | null => {
  const id = search.get('record')
  const row = rows.find((one) => one.id === id) ?? (id && callsOf(entity).detail ? { id } : null)
  const panel = recordPanels.find((one) => one === search.get('panel'))
  return row && { what: panel ?? 'view', row }
}

const withRecord = (search: URLSearchParams, open: OpenRecord | null): URLSearchParams => {
  const next = new URLSearchParams(search)
  next.delete('record')
  next.delete('panel')
  if (open) next.set('record', open.row.id)
  if (open && open.what !== 'view') next.set('panel', open.what)
  return next
}

/** The name of the open form at the last render; a save that was sent earlier compares it with its own. */
const useLatest = (name: string | null) => {
  const latest = useRef(name)
  useEffect(() => {
    latest.current = name
  })
  return latest
}

/**
 * What is open; after a reload it reopens if it has unsent input. Closing it discards that input; opening something else in its place
 * asks before. The main list of a page passes its loaded `rows`: an open row then has its own address.
 */
export const useOpenForm = (entity: AnyEntity, rows: readonly AnyRow[] | undefined) => {
  const { pathname } = useLocation()
  const [search, setSearch] = useSearch()
  const [local, setLocal] = useState<Open | null>(() => unsentOf(entity, pathname))
  useRequestedForm(entity, () => setLocal((now) => now ?? { what: 'add', defaults: {} }))
  const askLeave = useAskLeave()
  const addressed = rows ? recordIn(entity, search, rows) : null
  const open = local ?? addressed
  const name = open && nameOf(entity, open)
  const latestName = useLatest(name)
  const show = (next: Open) => {
    if (!rows || next.what === 'add' || next.what === 'press') return setLocal(next)
    setLocal(null)
    // one step back leads to the list, however many rows were opened in turn
    setSearch((before) => withRecord(before, next), { replace: addressed !== null })
  }
  const replace = async (next: Open) => {
    const isUnsent = name !== null && unsentOn(pathname)[name] !== undefined
    if (isUnsent && nameOf(entity, next) === name) return
    if (isUnsent && !(await askLeave())) return
    if (isUnsent) saveUnsent(pathname, name, null)
    show(next)
  }
  const close = () => {
    if (name) saveUnsent(pathname, name, null)
    // an answer that arrives late does not close what was opened meanwhile
    if (latestName.current !== name) return
    setLocal(null)
    // the dialog of a new row or of an action covers an open row, which then is visible again
    const wasRow = local === null || 'row' in local
    if (addressed && wasRow) setSearch((before) => withRecord(before, null), { replace: true })
  }
  return { open, setOpen: (next: Open) => void replace(next), close }
}
