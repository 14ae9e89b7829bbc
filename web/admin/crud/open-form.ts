import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { saveUnsent, unsentOn } from '#web/base/unsaved.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { type AnyRow, buttonsOf, callsOf, type EntityAction } from './calls.ts'
import type { FormName } from './unsent-form.ts'
import type { Reopened } from './use-dialog.ts'

/** The dialog that is open on an entity's screen. */
export type Open =
  | { readonly what: 'add'; readonly defaults: FormValues }
  | { readonly what: 'edit' | 'view'; readonly row: AnyRow }
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

/** The open dialog; after a reload it reopens if it has unsent input. Closing it discards that input. */
export const useOpenForm = (entity: AnyEntity) => {
  const { pathname } = useLocation()
  const [open, setOpen] = useState<Open | null>(() => unsentOf(entity, pathname))
  useRequestedForm(entity, () => setOpen((now) => now ?? { what: 'add', defaults: {} }))
  const close = () => {
    if (open) saveUnsent(pathname, nameOf(entity, open), null)
    setOpen(null)
  }
  return { open, setOpen, close }
}
