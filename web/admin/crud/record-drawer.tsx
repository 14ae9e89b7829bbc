import { createContext, type ReactNode, type RefObject, use, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { consoleWords } from '#contract/console-words.ts'
import { kitTerms } from '#contract/kit/kit-terms.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useScreenSize } from '#web/base/page/screen-size.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { type FrameProps, usePageDialog } from '../dialog/record-modal.tsx'
import { TabEdge } from '../dialog/tab-edge.tsx'
import type { EntityAction } from '../entity/calls.ts'
import type { RecordPanel } from './open-form.ts'
import css from './record-drawer.module.css'

/** How to leave the form in the drawer, which asks before input is lost. */
const LeaveContext = createContext<RefObject<(() => void) | null>>({ current: null })

/** What contains a form in the drawer: the fields scroll, the buttons stay. */
export const DrawerFrame = ({ close, footer, children }: FrameProps) => {
  const leave = use(LeaveContext)
  useEffect(() => {
    leave.current = close
    return () => {
      leave.current = null
    }
  })
  return (
    <>
      <div className={css.body} data-dialog-body="">
        {children}
      </div>
      <div className={css.footer}>{footer}</div>
    </>
  )
}

const panelWords: Readonly<Record<RecordPanel, Text>> = {
  view: kitTerms.details,
  edit: consoleWords.edit,
  history: ['变更记录', 'History'],
  lens: ['权限', 'Permissions'],
}

/** Leads to the rows before and after the open one in the list. */
export interface Neighbours {
  /** Position in the list, from 1. */
  readonly at: number
  readonly count: number
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
}

const Steps = ({ at, count, previous, next }: Neighbours) => {
  const t = useLocalize()
  const step = (label: Text, act: (() => void) | undefined, sign: ReactNode) => (
    <button
      type="button"
      className={iconButtonClass(css.step)}
      aria-label={t(label)}
      title={t(label)}
      // not `disabled`: the last step must not lose the focus
      aria-disabled={!act}
      onClick={act}
    >
      {sign}
    </button>
  )
  return (
    <span className={css.steps}>
      <span className="muted small">
        {at} / {count}
      </span>
      {step(['上一条', 'Previous'], previous, <ArrowUpIcon aria-hidden="true" />)}
      {step(['下一条', 'Next'], next, <ArrowDownIcon aria-hidden="true" />)}
    </span>
  )
}

/** Marks the document while the drawer is beside its list, which then moves aside. */
const useSplitView = (isSplitView: boolean) =>
  useLayoutEffect(() => {
    if (!isSplitView) return
    document.body.dataset.drawer = 'split'
    return () => {
      delete document.body.dataset.drawer
    }
  }, [isSplitView])

interface Props {
  /** Id of the row. */
  readonly id: string
  /** What kind of row it is. */
  readonly kind: string
  readonly title: string
  readonly panels: readonly RecordPanel[]
  readonly shown: RecordPanel
  readonly show: (panel: RecordPanel) => void
  /** Absent while a form is open, since input could be lost, and for rows of a tree. */
  readonly neighbours: Neighbours | null
  readonly close: () => void
  readonly children: ReactNode
}

/**
 * One row beside its list: its values, its form, its changes, and who may see it. On a desktop the list stays usable. It closes by its
 * button or Escape, not by a press outside.
 */
export const RecordDrawer = ({ id, kind, title, panels, shown, show, neighbours, close, children }: Props) => {
  const t = useLocalize()
  const leave = useRef<(() => void) | null>(null)
  const leaveOrClose = () => (leave.current ?? close)()
  const isSplitView = useScreenSize() === 3
  const dialog = usePageDialog(leaveOrClose, { isPageInert: !isSplitView, subject: id })
  useSplitView(isSplitView)
  const heading = useId()
  const tabs = panels.map((name) => ({ name, label: t(panelWords[name]) }))
  return createPortal(
    <dialog {...dialog} className={css.drawer} data-split={isSplitView || undefined} aria-labelledby={heading}>
      {isSplitView ? null : <TabEdge to="last" />}
      <div className={css.head}>
        <div className={css.title}>
          <span className="block muted small">{kind}</span>
          <h2 id={heading}>{title}</h2>
        </div>
        {neighbours ? <Steps {...neighbours} /> : null}
        <CloseButton words={t(words.close)} onClick={leaveOrClose} />
      </div>
      <LeaveContext value={leave}>
        {tabs.length > 1 ? (
          <div className={css.panels}>
            <Tabs label={title} tabs={tabs} shown={shown} onShow={show}>
              {children}
            </Tabs>
          </div>
        ) : (
          children
        )}
      </LeaveContext>
      {isSplitView ? null : <TabEdge to="first" />}
    </dialog>,
    document.body,
  )
}

/** Content that scrolls, for a view without buttons. */
export const DrawerBody = ({ children }: { children: ReactNode }) => (
  <div className={css.body} data-dialog-body="">
    {children}
  </div>
)

interface ActionsProps {
  readonly actions: readonly EntityAction[]
  readonly run: (action: EntityAction) => void
}

/** Buttons below the values of a row: what can be done with it. */
export const DrawerActions = ({ actions, run }: ActionsProps) => {
  const t = useLocalize()
  if (actions.length === 0) return null
  return (
    <div className={css.footer}>
      {actions.map((action) => (
        <Button key={action.name} kind={action.button.danger ? 'danger' : 'plain'} onClick={() => run(action)}>
          {t(action.button.label)}
        </Button>
      ))}
    </div>
  )
}
