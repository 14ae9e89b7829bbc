import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AnyRow } from '../entity/calls.ts'
import type { Records } from './use-records.tsx'

/** The state of an address by which the command palette asks for an action of a row (shell/palette-items.tsx). */
interface RequestState {
  readonly act?: { readonly entity: string; readonly action: string; readonly id: string }
}

/** Starts the action that the command palette asked for, once the list has its row; once, and only if the list offers it. */
export const useRequestedAction = (records: Records, rows: readonly AnyRow[] | undefined): void => {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const request = (state as RequestState | null)?.act
  const act = request?.entity === records.entity.name ? request : undefined
  const row = act && rows?.find(({ id }) => id === act.id)
  const handleRequest = useEffectEvent((target: AnyRow, name: string) => {
    void navigate(pathname + search, { replace: true })
    const action = records.buttons.find((one) => one.name === name)
    if (action) records.runAction(action, [target])
  })
  const name = act?.action
  useEffect(() => {
    if (row && name) handleRequest(row, name)
  }, [row, name])
}
