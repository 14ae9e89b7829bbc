import type { Comparison } from '#contract/flow/differences.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import type { Text } from '#contract/kit/text.ts'
import { sendForm } from '#web/base/api/file-transfer.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { DefinitionWarnings } from '../definition-findings.tsx'
import { DifferenceList } from './difference-list.tsx'
import css from './versions.module.css'

const stayingText = ({ staying }: Comparison): Text => {
  const total = staying.reduce((sum, { running }) => sum + running, 0)
  if (total === 0) return ['没有在办实例', 'No instance is running']
  const of = (word: string) => staying.map(({ version, running }) => `${word}${version}: ${running}`).join(', ')
  return [
    `${total} 个在办实例按原版本办完（${of('V')}）`,
    `${total} running instances finish on their own version (${of('V')})`,
  ]
}

const OneComparison = ({ comparison }: { comparison: Comparison }) => {
  const t = useLocalize()
  const { name, key, tenantId, current, differences, warnings } = comparison
  return (
    <section>
      <h3>
        {name} <span className="muted small">{key}</span>
      </h3>
      {tenantId ? <p className="muted small">{t([`租户 ${tenantId}`, `Tenant ${tenantId}`])}</p> : null}
      {current ? (
        <>
          <p>
            {t([`与当前版本 V${current.version} 相比：`, `Compared with the version in use, V${current.version}:`])}
          </p>
          <DifferenceList differences={differences} />
          <p className="muted small">{t(stayingText(comparison))}</p>
        </>
      ) : (
        <p>{t(['首次部署，没有可比较的版本', 'It is deployed for the first time'])}</p>
      )}
      <DefinitionWarnings warnings={warnings} />
    </section>
  )
}

/** What a deployment changes, for each file and tenant. */
const Comparisons = ({ of }: { of: readonly Comparison[] }) => (
  <div className={css.sections}>
    {of.map((one) => (
      <OneComparison key={`${one.key} ${one.tenantId}`} comparison={one} />
    ))}
  </div>
)

/** What is deployed: a file or a model, and the tenants. */
export interface ComparedDeployment {
  readonly file?: File
  readonly modelId?: string
  readonly category: string
  readonly tenantIds: string
}

/** Compares a deployment with the versions in use; throws the refusal of a file that cannot be deployed. */
export const compareDeployment = ({
  file,
  modelId,
  category,
  tenantIds,
}: ComparedDeployment): Promise<readonly Comparison[]> => {
  const form = new FormData()
  form.append('category', category)
  form.append('tenantIds', tenantIds)
  if (modelId) form.append('modelId', modelId)
  if (file) form.append('files', file)
  return sendForm(flowManager.calls.compareUpload, form, { timeout: 60_000 })
}

/** Shows what a deployment changes, and asks whether to make it. */
export const useConfirmDeployment = () => {
  const confirm = useConfirm()
  return (comparisons: readonly Comparison[]): Promise<boolean> =>
    confirm({
      title: ['确认部署', 'Deploy this?'],
      content: <Comparisons of={comparisons} />,
      ok: ['确认部署', 'Deploy'],
    })
}
