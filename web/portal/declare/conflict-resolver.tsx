import type { Field } from '#contract/kit/field.ts'
import type { AnyPart } from '#contract/project/parts.ts'
import { differences } from '#contract/project/paths.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldValue } from '#web/form/answers.tsx'
import { fieldAt } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'
import css from './conflict-resolver.module.css'
import type { Draft } from './draft.ts'

interface Props {
  readonly part: AnyPart
  readonly draft: Draft
  readonly choose: (which: 'local' | 'server') => void
}

/** Shows both versions of a part where they differ; the user chooses one. */
export const ConflictResolver = ({ part, draft, choose }: Props) => {
  const t = useLocalize()
  const { serverVersion } = draft
  if (!serverVersion) return null
  const rows = differences(draft.typed, serverVersion.current)
  return (
    <Notice tone="ask" live title={t(['本部分内容已在其他页面修改', 'This part was changed on another page'])}>
      <p>
        {t([
          '两份内容均已保留。请选择采用哪一份，选择之前均不会被覆盖。',
          'Both versions are kept. Choose one; neither is overwritten until you do.',
        ])}
      </p>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t(['字段', 'Field'])}</th>
            <th scope="col">{t(['我填写的', 'My version'])}</th>
            <th scope="col">{t([`已保存的（${serverVersion.savedAt}）`, `Saved (${serverVersion.savedAt})`])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, before, after }) => {
            const match = fieldAt(part.fields, at, draft.typed) ?? fieldAt(part.fields, at, serverVersion.current)
            const field = match?.field as Field
            return match ? (
              <tr key={at}>
                <th scope="row">{match.trail.map(t).join(' › ')}</th>
                <td>
                  <FieldValue field={field} value={before} />
                </td>
                <td>
                  <FieldValue field={field} value={after} />
                </td>
              </tr>
            ) : null
          })}
        </tbody>
      </table>
      <div className={page.actions}>
        <Button onClick={() => choose('local')}>{t(['保留我填写的', 'Keep my version'])}</Button>
        <Button onClick={() => choose('server')}>{t(['采用已保存的', 'Use the saved version'])}</Button>
      </div>
    </Notice>
  )
}
