import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { dict } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { TemplateAvailability } from '#contract/project/status.ts'
import { template } from '#contract/project/template.ts'
import { secrecyNotice } from '#contract/secrecy.ts'
import { ask, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView, useDocumentTitle } from '#web/base/page/page.tsx'
import { savePart } from '#web/declaration/part-document.ts'
import { FieldValue } from '#web/form/answers.tsx'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FileLinks } from '#web/form/file-links.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice, Tag } from '#web/ui/notice.tsx'
import page from '../page.module.css'
import css from './start.module.css'

const title: Text = ['项目申报', 'Declare a project']
const materialType = dict('材料类型', 'Type', { of: 'material_type' })

/** Creates the declaration, prefilled by the platform. Idempotent: the same key never creates a second one. */
const startDeclaration = async (key: string): Promise<string> => {
  const prefill = await ask(declaration.calls.getText, {})
  const { id } = await ask(declaration.calls.save, prefill.information as never, {
    headers: { 'idempotency-key': key },
  })
  await savePart(id, 'contact', prefill.contact, 0, {})
  return id
}

const Materials = ({ materials }: Pick<TemplateAvailability, 'materials'>) => {
  const t = useLocalize()
  if (materials.length === 0) return null
  return (
    <section>
      <h2>{t(['需要准备的材料', 'Materials to prepare'])}</h2>
      <ul className={css.materials}>
        {materials.map((one) => (
          <li key={`${one.type}${one.title}`}>
            <strong>
              <FieldValue field={materialType} value={one.type} />
            </strong>
            <Tag tone={one.required === 1 ? 'ask' : 'calm'}>
              {one.required === 1 ? t(['必需', 'Required']) : t(['可选', 'Optional'])}
            </Tag>
            {one.needSeal === 1 ? <Tag>{t(['需盖章', 'Stamp required'])}</Tag> : null}
            {one.title ? <span>{one.title}</span> : null}
            {one.templateAttachId ? <FileLinks ids={[one.templateAttachId]} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

const OpeningFacts = ({ opening }: { opening: TemplateAvailability }) => {
  const t = useLocalize()
  return (
    <dl className={css.facts}>
      <div>
        <dt className="muted small">{t(['申报模板', 'Template'])}</dt>
        <dd>{opening.templateName}</dd>
      </div>
      <div>
        <dt className="muted small">{t(['申报时间', 'Declaration window'])}</dt>
        <dd>
          {opening.openAt?.slice(0, 16)} — {opening.closeAt?.slice(0, 16)}
        </dd>
      </div>
      <div>
        <dt className="muted small">{t(['剩余', 'Time left'])}</dt>
        <dd>{t([`${opening.daysLeft} 天`, `${opening.daysLeft} days`])}</dd>
      </div>
      <div>
        <dt className="muted small">{t(['预计用时', 'Estimated time'])}</dt>
        <dd>{t(['60–90 分钟，可分多次填写', '60–90 minutes, in one or more sessions'])}</dd>
      </div>
    </dl>
  )
}

const StartActions = ({ opening }: { opening: TemplateAvailability }) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const form = useForm({})
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  if (opening.existingId)
    return (
      <p className={page.actions}>
        <Link className={buttonClass('main')} to={`?id=${opening.existingId}`} replace>
          {t(['继续填报', 'Continue my declaration'])}
        </Link>
      </p>
    )
  return (
    <>
      {form.refusal ? <Notice tone="bad" title={form.refusal} live /> : null}
      <FaultSummary faults={form.faults} canGo={() => false} />
      <p className={page.actions}>
        <Button
          kind="main"
          busy={form.busy}
          disabled={!opening.enabled}
          onClick={() => void form.run(async () => navigate(`?id=${await startDeclaration(key)}`, { replace: true }))}
        >
          {t(['开始填报', 'Start'])}
        </Button>
      </p>
    </>
  )
}

const OpeningView = ({ opening }: { opening: TemplateAvailability }) => {
  const t = useLocalize()
  return (
    <>
      {opening.enabled || opening.existingId ? null : (
        <Notice tone="ask" title={t(['目前不能申报', 'You cannot start a declaration at present'])}>
          <p>{opening.reason}</p>
        </Notice>
      )}
      {opening.templateName ? <OpeningFacts opening={opening} /> : null}
      {opening.guide ? <p className={css.guide}>{opening.guide}</p> : null}
      <Materials materials={opening.materials} />
      <StartActions opening={opening} />
    </>
  )
}

/** The page before the form: requirements and whether declarations are open. */
export const Start = () => {
  const t = useLocalize()
  useDocumentTitle(title)
  // the server always answers for the caller's own company and ignores the parameters
  const opening = useAnswer(template.calls.IsEnabledTemplate, {}, { staleTime: 0 })
  return (
    <>
      <h1>{t(title)}</h1>
      <p className="muted large">
        {t([
          '填写内容自动保存，可随时离开，回来后从上次停下的地方继续。',
          'Your entries are saved automatically. You can leave at any time and continue where you left off.',
        ])}
      </p>
      <Notice tone="ask" title={t(secrecyNotice)} />
      <QueryView from={opening}>{(availability) => <OpeningView opening={availability} />}</QueryView>
    </>
  )
}
