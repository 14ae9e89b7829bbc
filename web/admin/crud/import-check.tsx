import { useState } from 'react'
import { backgroundJob } from '#contract/job/background-job.ts'
import { fill } from '#contract/kit/text.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { QueryView } from '#web/base/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './import-dialog.module.css'

interface Props {
  readonly id: string
  readonly again: () => void
  readonly confirm: (onlyRight: 0 | 1) => Promise<unknown>
  /** Downloads the uploaded file with its errors marked. */
  readonly download: () => void
}

/** Result of the check, cell by cell, with buttons to confirm the import or to choose another file. */
export const ImportCheck = ({ id, again, confirm, download }: Props) => {
  const t = useLocalize()
  const [busy, setBusy] = useState(false)
  const answer = useAnswer(backgroundJob.calls.checkResult, { id }, { staleTime: 0 })
  const go = (onlyRight: 0 | 1) => {
    setBusy(true)
    void confirm(onlyRight).finally(() => setBusy(false))
  }
  return (
    <QueryView from={answer}>
      {({ right, wrong, added, updated, cells, more, importJob }) => (
        <>
          <Notice
            tone={wrong ? 'ask' : 'good'}
            live
            title={t(
              wrong
                ? fill(['有问题 {0} 行，可导入 {1} 行', '{0} rows are wrong, {1} are right'], wrong, right)
                : fill(['全部 {0} 行可以导入', 'All {0} rows can be imported'], right),
            )}
          >
            <p>
              {t(
                fill(
                  [
                    '其中新增 {0} 行，更新 {1} 行。尚未写入任何数据。',
                    '{0} to be added, {1} to be updated. Nothing was written yet.',
                  ],
                  added,
                  updated,
                ),
              )}
            </p>
          </Notice>
          {cells.length ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
            <section className={css.cells} tabIndex={0} aria-label={t(['有问题的单元格', 'Cells that are wrong'])}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t(['行', 'Row'])}</th>
                    <th scope="col">{t(['列', 'Column'])}</th>
                    <th scope="col">{t(['内容', 'Value'])}</th>
                    <th scope="col">{t(['问题', 'What is wrong'])}</th>
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
                <p className={css.note}>
                  {t(fill(['另有 {0} 处，见标注文件。', '{0} more are in the marked file.'], more))}
                </p>
              ) : null}
            </section>
          ) : null}
          <div className={css.foot}>
            {wrong ? <Button onClick={download}>{t(['下载标注文件', 'Download the marked file'])}</Button> : null}
            <Button onClick={again}>{t(['重新选择文件', 'Choose another file'])}</Button>
            {importJob || right === 0 ? null : (
              <Button kind={wrong ? 'plain' : 'main'} busy={busy} onClick={() => go(wrong ? 1 : 0)}>
                {t(
                  wrong
                    ? fill(['只导入正确的 {0} 行', 'Import only the {0} right rows'], right)
                    : fill(['导入 {0} 行', 'Import {0} rows'], right),
                )}
              </Button>
            )}
          </div>
          {importJob ? <p className={css.note}>{t(['该文件已导入。', 'This file was imported.'])}</p> : null}
        </>
      )}
    </QueryView>
  )
}
