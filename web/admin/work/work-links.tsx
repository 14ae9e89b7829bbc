import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { kitTerms } from '#contract/kit/kit-terms.ts'
import type { Text } from '#contract/kit/text.ts'
import { transitionOf } from '#contract/project/transitions.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { detailAddress, matterAddress, useRouteOf } from '#web/base/page/process-address.ts'
import { diagramWords } from '../flow/diagram/diagram-of.ts'
import { useDiagramDialog } from '../flow/diagram/use-diagram-dialog.tsx'
import { RowButton } from '../flow/row-button.tsx'
import type { WalkStart } from '../walk/use-walk.ts'

/** What the links of a row need of it. */
export interface WorkRow {
  readonly taskId: string | null
  readonly categoryKey: number | null
  readonly processDefinitionKey: string | null
  readonly processInstanceId: string | null
  readonly businessId: string | null
  readonly businessTable: string | null
  readonly subject: string | null
  readonly processDefinitionName: string | null
}

const nameOf = ({ subject, processDefinitionName }: WorkRow) => subject ?? processDefinitionName ?? ''

interface WorkLinkProps {
  readonly to: string
  readonly state?: WalkStart | undefined
  readonly label: Text
  readonly row: WorkRow
}

const WorkLink = ({ to, state, label, row }: WorkLinkProps) => {
  const t = useLocalize()
  return (
    <Link to={to} state={state}>
      {t(label)}
      <span className="hidden-words"> {nameOf(row)}</span>
    </Link>
  )
}

interface Links {
  readonly dialog: ReactNode
  /** Leads to the page on which a task is completed; null if its type has no pages. */
  readonly handleLink: (row: WorkRow) => ReactNode
  /** Leads to the page on which a task is taken by a move of its matter, such as the acceptance of a declaration. */
  readonly acceptLink: (row: WorkRow) => ReactNode
  /** Leads to the page on which whoever is consulted gives their advice. */
  readonly adviseLink: (row: WorkRow) => ReactNode
  /** Details and diagram. */
  readonly linksOf: (row: WorkRow) => ReactNode
}

/**
 * The links of the rows in a list of 我的事务, within the user's permissions; `code` is their stem. `walkStart` makes the page lead on
 * through the list.
 */
export const useWorkLinks = (code: string, walkStart?: WalkStart): Links => {
  const may = useMay()
  const diagram = useDiagramDialog()
  const routeOf = useRouteOf()
  const linkOf = (label: Text) => (row: WorkRow) => {
    const address = matterAddress(routeOf, row)
    return address ? <WorkLink to={address} state={walkStart} label={label} row={row} /> : null
  }
  return {
    dialog: diagram.dialog,
    handleLink: (row) => {
      const address = matterAddress(routeOf, row)
      if (!address || !may(`${code}_handle`)) return null
      return <WorkLink to={address} state={walkStart} label={['办理', 'Handle']} row={row} />
    },
    acceptLink: linkOf(transitionOf('claim').label),
    adviseLink: linkOf(['提意见', 'Advise']),
    linksOf: (row) => {
      const route = routeOf(row.processDefinitionKey, row.categoryKey)
      const { processInstanceId } = row
      const of = processInstanceId && { of: { processInstanceId }, name: nameOf(row) }
      return (
        <>
          {route && may(`${code}_detail`) ? (
            <WorkLink to={detailAddress(route, row)} label={kitTerms.details} row={row} />
          ) : null}
          {of && may(`${code}_follow`) ? (
            <RowButton label={diagramWords} name={nameOf(row)} onClick={() => diagram.show(of)} />
          ) : null}
        </>
      )
    },
  }
}
