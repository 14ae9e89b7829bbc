import { useState } from 'react'
import { backgroundJob, type CheckResult } from '#contract/job/background-job.ts'
import { type HiddenContent, hiddenText } from '#contract/job/uploaded-sheet.ts'
import { fill } from '#contract/kit/text.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './import-dialog.module.css'

/** How many rows can be imported, and what happens to them. */
const Summary = ({ right, wrong, added, updated }: CheckResult) => {
  const t = useLocalize()
  return (
    <Notice
      tone={wrong ? 'ask' : 'good'}
      live
      title={t(
        wrong
          ? fill(
              ['有问题 {0} 行，可导入 {1} 行', 'Rows with errors: {0}; rows that can be imported: {1}'],
              wrong,
              right,
            )
          : fill(['全部 {0} 行可以导入', 'All {0} rows can be imported'], right),
      )}
    >
      <p>
        {t(
          fill(
            [
              '其中新增 {0} 行，更新 {1} 行。尚未写入任何数据。',
              '{0} will be added and {1} updated. Nothing has been saved yet.',
            ],
            added,
            updated,
          ),
        )}
      </p>
    </Notice>
  )
}

/** The first cells with a problem; the others are marked in the file. */
const WrongCells = ({ cells, more }: Pick<CheckResult, 'cells' | 'more'>) => {
  const t = useLocalize()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
    <section className={css.cells} tabIndex={0} aria-label={t(['有问题的单元格', 'Cells with errors'])}>
      <table className="full-table">
        <thead>
          <tr>
            <th scope="col">{t(['行', 'Row'])}</th>
            <th scope="col">{t(['列', 'Column'])}</th>
            <th scope="col">{t(['内容', 'Content'])}</th>
            <th scope="col">{t(['问题', 'Problem'])}</th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ row, column, value, msg }) => (
            <tr key={`${row} ${column} ${msg}`}>
              <td>{row}</td>
              <td>{column}</td>
              <td className={css.value}>{value}</td>
              <td>{msg}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more ? (
        <p className={css.note}>{t(fill(['另有 {0} 处，见标注文件。', '{0} more are marked in the file.'], more))}</p>
      ) : null}
    </section>
  )
}

interface HiddenProps {
  readonly hidden: HiddenContent
  readonly again: () => void
  /** Checks the file with or without what is hidden. */
  readonly decide: (withHidden: 0 | 1) => Promise<unknown>
}

/** Asks whether rows and columns that the sheet does not show are imported too. */
const HiddenQuestion = ({ hidden, again, decide }: HiddenProps) => {
  const t = useLocalize()
  const [busy, setBusy] = useState(false)
  const go = (withHidden: 0 | 1) => {
    setBusy(true)
    void decide(withHidden).finally(() => setBusy(false))
  }
  return (
    <>
      <Notice tone="ask" live title={t(hiddenText(hidden))}>
        <p>
          {t([
            '请选择是否一并导入。尚未预检，也未写入任何数据。',
            'Choose whether to import them. Nothing has been checked or saved yet.',
          ])}
        </p>
      </Notice>
      <div className={css.foot}>
        <Button onClick={again}>{t(['重新选择文件', 'Choose another file'])}</Button>
        <Button busy={busy} onClick={() => go(0)}>
          {t(['不导入隐藏内容', 'Leave them out'])}
        </Button>
        <Button busy={busy} onClick={() => go(1)}>
          {t(['一并导入', 'Import them too'])}
        </Button>
      </div>
    </>
  )
}

interface Props extends Pick<HiddenProps, 'again' | 'decide'> {
  readonly id: string
  readonly confirm: (onlyRight: 0 | 1) => Promise<unknown>
  /** Downloads the uploaded file with its errors marked. */
  readonly download: () => void
}

/** Result of the check, cell by cell, with buttons to confirm the import or to choose another file. */
export const ImportCheck = ({ id, again, decide, confirm, download }: Props) => {
  const t = useLocalize()
  const [busy, setBusy] = useState(false)
  const answer = useAnswer(backgroundJob.calls.checkResult, { id }, { staleTime: 0 })
  const go = (onlyRight: 0 | 1) => {
    setBusy(true)
    void confirm(onlyRight).finally(() => setBusy(false))
  }
  return (
    <QueryView from={answer}>
      {(result) =>
        result.hidden ? (
          <HiddenQuestion hidden={result.hidden} again={again} decide={decide} />
        ) : (
          <>
            <Summary {...result} />
            {result.cells.length ? <WrongCells cells={result.cells} more={result.more} /> : null}
            <div className={css.foot}>
              {result.wrong ? (
                <Button onClick={download}>{t(['下载标注文件', 'Download the marked file'])}</Button>
              ) : null}
              <Button onClick={again}>{t(['重新选择文件', 'Choose another file'])}</Button>
              {result.importJob || result.right === 0 ? null : (
                <Button kind={result.wrong ? 'plain' : 'main'} busy={busy} onClick={() => go(result.wrong ? 1 : 0)}>
                  {t(
                    result.wrong
                      ? fill(['只导入正确的 {0} 行', 'Import only the {0} valid rows'], result.right)
                      : fill(['导入 {0} 行', 'Import {0} rows'], result.right),
                  )}
                </Button>
              )}
            </div>
            {result.importJob ? (
              <p className={css.note}>{t(['该文件已导入。', 'This file has been imported.'])}</p>
            ) : null}
          </>
        )
      }
    </QueryView>
  )
}
