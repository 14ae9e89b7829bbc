import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import {
  type ListFormat,
  type ListVersion,
  letterWords,
  listFields,
  listFileName,
  listFormats,
  listWords,
  type OwnList,
  recommendationList,
  scanFields,
} from '#contract/project/recommendation-list.ts'
import type { RecommendationOrder } from '#contract/project/recommendation-order.ts'
import { ask, invalidate, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { DownloadButton } from '#web/base/page/download-button.tsx'
import { QueryView } from '#web/base/page/page.tsx'
import { FileRows } from '#web/form/file-links.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import css from './batch-scores.module.css'

const { read, create, paper, attachScan } = recommendationList

/** Names of the files that a version is saved as, and how its buttons are called. */
const formatLabels: Readonly<Record<ListFormat, readonly [Text, ending: string]>> = {
  list: [listWords, 'pdf'],
  letter: [letterWords, 'pdf'],
  sheet: [listWords, 'xlsx'],
}

interface VersionProps {
  readonly of: ListVersion
  readonly batchName: string
  /** Attaches the signed copy; null if the user cannot. */
  readonly attach: ((version: ListVersion) => void) | null
}

const numberText = ({ number }: ListVersion): Text => [`第${number}号`, `No. ${number}`]
const who = (name: string | null, time: string | null) => [name, time?.slice(0, 16)].filter(Boolean).join(' ')

/** A version with its state, its hash, its papers and its signed copy. */
const Version = ({ of, batchName, attach }: VersionProps) => {
  const t = useLocalize()
  const { id, regionName, number, isVoid, count, createdBy, createdAt, sha256, scan, scanName, scannedBy, scannedAt } =
    of
  return (
    <li className="stack gap-4">
      <span className="row wrap middle gap-8">
        <Tag tone={isVoid ? 'calm' : 'good'}>{t(isVoid ? ['已作废', 'Void'] : ['现行', 'In force'])}</Tag>
        <b>
          {regionName} {t(numberText(of))}
        </b>
        <span className="muted">
          {t([`${count}件`, `${count} declarations`])} · {who(createdBy, createdAt)}
        </span>
      </span>
      <span className="muted small anywhere">
        {t(['校验值', 'SHA-256'])} {sha256}
      </span>
      <span className="row wrap middle gap-8">
        {listFormats.map(([format]) => {
          const [label, ending] = formatLabels[format]
          const name = `${t(listFileName(label, batchName, regionName, number))}.${ending}`
          const text = `${t(label)} ${ending === 'pdf' ? 'PDF' : ending}`
          return (
            <DownloadButton
              key={format}
              kind="link"
              url={`${paper.path}?id=${id}&format=${format}`}
              name={name}
              label={`${text} ${regionName} ${t(numberText(of))}`}
            >
              {text}
            </DownloadButton>
          )
        })}
        {attach && !isVoid ? (
          <Button kind="link" onClick={() => attach(of)}>
            {t(scan ? ['更换签章扫描件', 'Replace the signed copy'] : ['上传签章扫描件', 'Upload the signed copy'])}
          </Button>
        ) : null}
      </span>
      {scan && scanName ? <FileRows files={[{ id: scan, name: scanName, note: who(scannedBy, scannedAt) }]} /> : null}
    </li>
  )
}

interface VersionsProps extends Omit<VersionProps, 'of'> {
  readonly of: readonly ListVersion[]
}

const Versions = ({ of, ...props }: VersionsProps) => (
  <ul className="stack gap-16 above-8">
    {of.map((version) => (
      <Version key={version.id} of={version} {...props} />
    ))}
  </ul>
)

/** Versions behind a line that says how many there are. */
const Folded = ({ label, ...props }: VersionsProps & { readonly label: Text }) => {
  const t = useLocalize()
  if (props.of.length === 0) return null
  return (
    <details className="above-12">
      <summary>{t([`${label[0]}（${props.of.length}）`, `${label[1]} (${props.of.length})`])}</summary>
      <Versions {...props} />
    </details>
  )
}

const refresh = () => invalidate(read.path)

/** Asks for the names of both offices before a version is made. */
const CreateDialog = ({ order, own, close }: { order: RecommendationOrder; own: OwnList; close: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const { batchId, version, digest } = order
  return (
    <FormDialog
      form={{ name: `list-${batchId}`, opened: null }}
      title={t(create.label)}
      parts={[{ label: create.label, fields: listFields }]}
      initial={{ office: own.office, addressee: own.addressee }}
      mode="new"
      ok={t(['生成', 'Make it'])}
      note={t([
        '按当前名单和推荐顺序生成新版本；之前的版本随即作废，不能撤销。',
        'A new version is made of the present list and order. The one before is void from then on, for good.',
      ])}
      send={async ({ office, addressee }) => {
        await ask(create, { batchId, version, digest, office: String(office), addressee: String(addressee) })
        await refresh()
        toaster.success(t(['推荐汇总表已生成', 'List of recommendation created']))
      }}
      close={close}
    />
  )
}

/** Uploads the signed copy of a version. */
const ScanDialog = ({ of, close }: { readonly of: ListVersion; readonly close: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  return (
    <FormDialog
      form={{ name: `scan-${of.id}`, opened: null }}
      title={`${t(attachScan.label)} · ${t(numberText(of))}`}
      parts={[{ label: attachScan.label, fields: scanFields }]}
      initial={{ scan: null }}
      mode="new"
      ok={t(['上传', 'Upload'])}
      send={async ({ scan }) => {
        await ask(attachScan, { id: of.id, scan: String(scan) })
        await refresh()
        toaster.success(t(['签章扫描件已上传', 'Signed copy uploaded']))
      }}
      close={close}
    />
  )
}

const listOfOffice: Text = ['推荐汇总表和推荐函', 'List and letter of recommendation']
const outdated: Text = [
  '当前名单或推荐顺序与现行版本不一致，请勿签发旧版本',
  'The present list or order differs from the version in force; do not sign that one',
]
const saveFirst: Text = ['请先保存推荐顺序，再生成推荐汇总表。', 'Save the order first, then make the list.']

interface OwnProps {
  readonly order: RecommendationOrder
  readonly own: OwnList
  readonly versions: readonly ListVersion[]
  /** The order has changes that are not saved. */
  readonly isChanged: boolean
}

const OwnLists = ({ order, own, versions, isChanged }: OwnProps) => {
  const t = useLocalize()
  const [isCreating, setCreating] = useState(false)
  const [scanned, setScanned] = useState<ListVersion | null>(null)
  const ownVersions = versions.filter(({ region }) => region === own.region)
  const others = versions.filter(({ region }) => region !== own.region)
  const common = { batchName: order.batchName, attach: setScanned }
  const obstacle = own.obstacle ?? (isChanged ? t(saveFirst) : null)
  return (
    <section className={css.panel}>
      <h2>{t(listOfOffice)}</h2>
      {own.difference ? (
        <Notice tone="ask" title={t(outdated)}>
          <p>{own.difference}</p>
        </Notice>
      ) : null}
      <Versions of={ownVersions.filter(({ isVoid }) => !isVoid)} {...common} />
      <div className="row wrap middle gap-8 above-12">
        <Button disabled={obstacle !== null} onClick={() => setCreating(true)}>
          {t(create.label)}
        </Button>
        {obstacle ? <span className="muted small">{obstacle}</span> : null}
      </div>
      <Folded label={['已作废的版本', 'Void versions']} of={ownVersions.filter(({ isVoid }) => isVoid)} {...common} />
      <Folded label={['其他地区的推荐汇总表', 'Lists of other places']} of={others} {...common} attach={null} />
      {isCreating ? <CreateDialog order={order} own={own} close={() => setCreating(false)} /> : null}
      {scanned ? <ScanDialog of={scanned} close={() => setScanned(null)} /> : null}
    </section>
  )
}

/** The lists of recommendation of the office, beside its order, and those of the offices below. */
export const OfficeLists = ({ order, isChanged }: Pick<OwnProps, 'order' | 'isChanged'>) => {
  const answer = useAnswer(read, { batchId: order.batchId }, { staleTime: 0 })
  return (
    <QueryView from={answer}>
      {({ own, versions }) => (own ? <OwnLists {...{ order, own, versions, isChanged }} /> : null)}
    </QueryView>
  )
}

/** The lists of the provinces, for those who decide. */
export const ProvinceLists = ({ batchId, batchName }: { readonly batchId: string; readonly batchName: string }) => {
  const { data } = useAnswer(read, { batchId }, { staleTime: 0 })
  const of = data?.versions.filter(({ region }) => region.endsWith('0000')) ?? []
  return <Folded label={['各省的推荐汇总表', 'Lists of the provinces']} {...{ of, batchName }} attach={null} />
}
