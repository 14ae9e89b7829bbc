import { useRef } from 'react'
import { useMatch } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import {
  type Candidate,
  orderWords,
  type RecommendationOrder,
  recommendationOrder,
} from '#contract/project/recommendation-order.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Facts } from '#web/base/page/facts.tsx'
import { QueryView } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import type { AnyRow } from '../entity/calls.ts'
import { useTabName } from '../shell/page-tab.ts'
import { EmptyCell, SingleLine } from '../table/cells.tsx'
import { RecordTable } from '../table/record-table.tsx'
import { Empty } from '../table/states.tsx'
import type { DisplayColumn } from '../table/table-columns.tsx'
import { OrderingContext, PlaceCell } from './place-cell.tsx'
import { PlaceSteps } from './place-steps.tsx'
import { OfficeLists } from './recommendation-lists.tsx'
import css from './recommendation-order.module.css'
import { type OrderDraft, useOrderDraft } from './use-order-draft.ts'

const candidateOf = (row: AnyRow) => row as unknown as Candidate

const textColumn = (name: keyof Candidate & string, label: Text, more: Partial<DisplayColumn> = {}): DisplayColumn => ({
  ...{ name, label, end: false, sorts: false, ...more },
  cell: (row) => (row[name] ? <SingleLine words={String(row[name])} /> : <EmptyCell />),
})

const place: DisplayColumn = {
  ...{ name: 'place', label: ['顺序', 'Place'], end: false, sorts: false, isEssential: true },
  cell: (row) => <PlaceCell row={candidateOf(row)} />,
}
const stage: DisplayColumn = {
  ...{ name: 'stageName', label: ['申报状态', 'Stage'], end: false, sorts: false },
  cell: ({ stageName }) => (stageName ? <Tag>{String(stageName)}</Tag> : null),
}
const cityColumns = [
  place,
  textColumn('projectName', ['项目名称', 'Project name'], { isTitle: true, isEssential: true }),
  textColumn('commpanyName', ['申报单位', 'Declarant']),
  textColumn('declareNo', ['申报编号', 'Declaration no.']),
  stage,
]
/** The province reads the advice of its cities. */
const provinceColumns = cityColumns.toSpliced(
  3,
  0,
  textColumn('cityName', ['地市', 'City']),
  textColumn('cityPlace', ['地市推荐顺序', 'Place in its city'], { end: true, isEssential: true }),
)

const note: Text = [
  '推荐顺序供上一级参考，不代替审核意见；仅本部门和上一级可见，申报单位和其他地区不可见。序号留空的申报不参加排序。',
  'The order is advice to the next level and decides nothing. Only this office and the next level see it, neither applicants nor other places. A declaration without a number has no place.',
]
const none: Text = ['本批次没有本地区的申报', 'No declaration of this place is in the batch']

const behind: Text = [
  '顺序已由他人调整。以下是您尚未保存的调整，保存后以您的顺序为准。',
  'Somebody has changed the order. Below are your own changes; saving them replaces the other order.',
]

const FactsOf = ({ order, draft }: { readonly order: RecommendationOrder; readonly draft: OrderDraft }) => {
  const t = useLocalize()
  const { quota, rows, changedAt, changedBy } = order
  return (
    <Facts
      of={[
        [['申报总数', 'Declarations'], String(rows.length)],
        [['已排序', 'With a place'], String(draft.ids.length)],
        [
          ['名额', 'Quota'],
          quota
            ? t([`${quota.places}（已占用 ${quota.used}）`, `${quota.places} (${quota.used} taken)`])
            : t(['未设', 'none']),
        ],
        [['最近调整', 'Last changed'], changedAt && [changedBy, changedAt.slice(0, 16)].filter(Boolean).join(' ')],
      ]}
    />
  )
}

const SaveBar = ({ draft, hasOthers }: { readonly draft: OrderDraft; readonly hasOthers: boolean }) => {
  const t = useLocalize()
  return (
    <div className={css.bar}>
      <Button kind="main" busy={draft.busy} disabled={!draft.isChanged} onClick={() => void draft.save()}>
        {t(words.save)}
      </Button>
      <Button disabled={!draft.isChanged} onClick={draft.reset}>
        {t(['放弃调整', 'Discard changes'])}
      </Button>
      {hasOthers ? <Button onClick={draft.putAll}>{t(['未排序的依次列入', 'Add all without a place'])}</Button> : null}
      <span role="status" className="muted">
        {draft.isChanged ? t(['有调整尚未保存', 'Changes are not saved yet']) : ''}
      </span>
    </div>
  )
}

/** The button that was pressed keeps the focus when its row moves. */
const useStepFocus = (state: string) => {
  const frame = useRef<HTMLDivElement>(null)
  const pressed = useRef('')
  useFocusIfLost(() => frame.current?.querySelector<HTMLElement>(pressed.current || 'none') ?? null, state)
  const remember = (target: EventTarget) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null
    const id = button?.closest('tr')?.dataset.id
    pressed.current = button && id ? `tr[data-id="${id}"] [data-step="${button.dataset.step}"]` : ''
  }
  return { frame, remember }
}

const OrderView = ({ order }: { readonly order: RecommendationOrder }) => {
  const t = useLocalize()
  const draft = useOrderDraft(order)
  const { frame, remember } = useStepFocus(draft.ids.join())
  const canChange = order.obstacle === null
  useTabName(`${t(orderWords)} ${order.batchName}`)
  const placeOf = (row: AnyRow) => draft.ids.indexOf(row.id) + 1 || null
  const move = async (row: AnyRow, target: AnyRow, isAfter: boolean) => {
    const [from, to] = [placeOf(row), placeOf(target) ?? draft.ids.length + 1]
    const next = isAfter ? to + 1 : to
    draft.put(row.id, from !== null && from < next ? next - 1 : next)
  }
  const ordering = {
    put: canChange ? draft.put : null,
    count: draft.ids.length,
    places: order.quota?.places ?? null,
  }
  return (
    <>
      <PageHead title={orderWords} extra={`${order.regionName} · ${order.batchName}`} />
      <p className="muted below-12">{t(note)}</p>
      <FactsOf order={order} draft={draft} />
      {draft.isBehind && !draft.busy ? (
        <div className={css.bar}>
          <Notice tone="ask" title={t(behind)} />
        </div>
      ) : null}
      {canChange ? (
        <SaveBar draft={draft} hasOthers={draft.ids.length < order.rows.length} />
      ) : (
        <div className={css.bar}>
          <Notice title={order.obstacle} />
        </div>
      )}
      <OfficeLists order={order} isChanged={draft.isChanged} />
      <div ref={frame} onClickCapture={({ target }) => remember(target)}>
        <OrderingContext value={ordering}>
          <RecordTable
            of={{ label: orderWords, title: 'projectName' }}
            columns={order.isProvince ? provinceColumns : cityColumns}
            source={{ rows: draft.rows as unknown as AnyRow[], error: null, busy: false, retry: () => undefined }}
            uses={
              canChange
                ? {
                    actions: (row) => <PlaceSteps row={candidateOf(row)} />,
                    reordering: { titleOf: ({ projectName }) => String(projectName), move },
                  }
                : {}
            }
            empty={
              <Empty filtered={false}>
                <p>{t(none)}</p>
              </Empty>
            }
          />
        </OrderingContext>
      </div>
    </>
  )
}

/** The order in which the office of the user recommends its candidates of a batch. */
export const RecommendationOrderPage = () => {
  const batchId = useMatch('/project/batch/:id/order')?.params.id ?? ''
  const answer = useAnswer(recommendationOrder.read, { batchId }, { staleTime: 0 })
  return <QueryView from={answer}>{(order) => <OrderView key={batchId} order={order} />}</QueryView>
}
