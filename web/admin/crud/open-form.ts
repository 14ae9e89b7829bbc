import { useState } from 'react'
import { useLocation } from 'react-router'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { titleOf } from '#contract/title.ts'
import { saveUnsent, unsentOn } from '#web/base/unsaved.ts'
import type { FormValues } from '#web/form/place.ts'
import { type AnyRow, buttonsOf, callsOf, type Pressed } from './calls.ts'
import type { FormName } from './kept-form.ts'
import type { Reopened } from './use-dialog.ts'

/** The dialog that is open over an entity's screen. */
export type Open =
  | { readonly what: 'add'; readonly brought: FormValues }
  | { readonly what: 'edit' | 'view'; readonly row: AnyRow }
  | { readonly what: 'press'; readonly pressed: Pressed; readonly rows: readonly AnyRow[] }

/** The same as it is written down: rows by their id and title, an action by its name. */
interface Written {
  readonly entity: string
  readonly what: Open['what']
  readonly brought?: FormValues
  readonly rows?: readonly AnyRow[]
  readonly action?: string
}

const nameOf = (entity: AnyEntity, open: Open): string => {
  const about = open.what === 'add' ? '' : open.what === 'press' ? open.pressed.name : open.row.id
  return `${entity.name}-${open.what}-${about}`
}

export const written = (entity: AnyEntity, open: Open): Written | null => {
  const title = titleOf(entity)
  const short = (row: AnyRow): AnyRow => ({ id: row.id, [title]: row[title] })
  if (open.what === 'add') return { entity: entity.name, what: 'add', brought: open.brought }
  if (open.what === 'press')
    return { entity: entity.name, what: 'press', action: open.pressed.name, rows: open.rows.map(short) }
  return callsOf(entity).detail ? { entity: entity.name, what: open.what, rows: [short(open.row)] } : null
}

export const revived = (entity: AnyEntity, { what, brought = {}, rows = [], action }: Written): Open | null => {
  if (what === 'add') return { what, brought }
  if (what !== 'press') return rows[0] ? { what, row: rows[0] } : null
  const pressed = buttonsOf(entity).find(({ name }) => name === action)
  return pressed ? { what, pressed, rows } : null
}

/** What this form is called on its page, and how it is opened again; `within` the dialog it stands over. */
export const formNameOf = (entity: AnyEntity, open: Open, within: Reopened | null = null): FormName => {
  const form = written(entity, open)
  return { name: nameOf(entity, open), opened: form && { ...form, ...within } }
}

const unsentOf = (entity: AnyEntity, page: string): Open | null => {
  const forms = Object.values(unsentOn(page)).map(({ opened }) => opened as Written | null)
  const mine = forms.find((one) => one?.entity === entity.name)
  return mine ? revived(entity, mine) : null
}

/** Which dialog is open; one with something unsent is open again when the page was loaded anew. Closed, it keeps nothing. */
export const useOpenForm = (entity: AnyEntity) => {
  const { pathname } = useLocation()
  const [open, setOpen] = useState<Open | null>(() => unsentOf(entity, pathname))
  const close = () => {
    if (open) saveUnsent(pathname, nameOf(entity, open), null)
    setOpen(null)
  }
  return { open, setOpen, close }
}
