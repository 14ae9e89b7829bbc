import { useState } from 'react'
import type { DefinitionVersion } from '#contract/flow/differences.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormField } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { RecordModal } from '../../dialog/record-modal.tsx'
import type { NamedProcess } from '../process-state.tsx'
import { DifferenceList } from './difference-list.tsx'
import { versionsWords } from './version-dialogs.ts'
import css from './versions.module.css'

const VersionDifferences = ({ beforeId, afterId }: { beforeId: string; afterId: string }) => (
  <QueryView from={useAnswer(flowManager.calls.compareVersions, { beforeId, afterId })}>
    {(differences) => <DifferenceList differences={differences} />}
  </QueryView>
)

const Versions = ({ versions }: { versions: readonly DefinitionVersion[] }) => {
  const t = useLocalize()
  const [latest, previous] = versions
  const [chosen, choose] = useState(previous?.id ?? '')
  return (
    <div className={css.sections}>
      <ul className={css.list}>
        {versions.map(({ id, version, deploymentTime, running }) => (
          <li key={id}>
            <strong>V{version}</strong>
            <span className="muted small">{deploymentTime}</span>
            <span>{t([`在办 ${running}`, `${running} running`])}</span>
          </li>
        ))}
      </ul>
      {latest && previous ? (
        <>
          <FormField label={t([`与最新版本 V${latest.version} 比较`, `Compare with the latest, V${latest.version}`])}>
            <Select
              value={chosen}
              onValue={choose}
              options={versions.slice(1).map(({ id, version }) => ({ value: id, label: `V${version}` }))}
            />
          </FormField>
          <VersionDifferences beforeId={chosen} afterId={latest.id} />
        </>
      ) : null}
    </div>
  )
}

/** The versions of a process, and what the latest changed. */
export const VersionsDialog = ({ of: { id, name }, close }: { of: NamedProcess; close: () => void }) => {
  const t = useLocalize()
  const versions = useAnswer(flowManager.calls.versions, { processId: id }, { staleTime: 0 })
  return (
    <RecordModal
      title={`${t(versionsWords)} · ${name}`}
      width={640}
      close={close}
      footer={<Button onClick={close}>{t(words.close)}</Button>}
    >
      <QueryView from={versions}>{(list) => <Versions versions={list} />}</QueryView>
    </RecordModal>
  )
}
