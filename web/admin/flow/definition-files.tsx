import { definitionSuffix } from '#contract/flow/flow-manager.ts'
import type { DefinitionFault } from '#contract/flow/flow-model.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatFileSize } from '#web/base/page/file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { DropArea } from '../dialog/drop-area.tsx'
import { ConversionOffer, DefinitionFaults } from './definition-findings.tsx'
import { drawnElements } from './diagram/drawn-elements.ts'
import css from './flow-deploy.module.css'
import { rehearseWords } from './rehearsal/rehearse-words.ts'
import type { DeployedFile } from './use-deploying.ts'

const states: Readonly<Record<DeployedFile['state'], readonly [Tone, Text]>> = {
  checking: ['busy', ['检查中', 'Checking']],
  ready: ['calm', ['待部署', 'Ready']],
  deploying: ['busy', ['部署中', 'Deploying']],
  done: ['good', ['部署成功', 'Deployed']],
  refused: ['bad', ['不能部署', 'Cannot be deployed']],
  failed: ['bad', ['未部署', 'Not deployed']],
}

/** The files with their results. */
export const DefinitionFiles = ({
  files,
  remove,
  rehearse,
  convert,
  showElement,
}: {
  files: readonly DeployedFile[]
  remove: (key: number) => void
  rehearse: (file: File) => void
  convert: (one: DeployedFile) => void
  showElement: (xml: string, fault: DefinitionFault) => void
}) => {
  const t = useLocalize()
  return (
    <ul>
      {files.map((one) => {
        const { key, file, state, message, faults, changes, xml } = one
        const drawn = faults.length && xml ? drawnElements(xml) : null
        return (
          <li key={key} className={css.line}>
            <span className={css.name}>{file.name}</span>
            <span className="muted small">{formatFileSize(file.size)}</span>
            <Tag tone={states[state][0]}>{t(states[state][1])}</Tag>
            {state === 'ready' ? (
              <Button kind="link" onClick={() => rehearse(file)}>
                {t(rehearseWords)}
                <span className="hidden-words"> {file.name}</span>
              </Button>
            ) : null}
            {state === 'ready' || state === 'refused' || state === 'failed' ? (
              <Button kind="link" onClick={() => remove(key)}>
                {t(words.remove)}
                <span className="hidden-words"> {file.name}</span>
              </Button>
            ) : null}
            {faults.length ? (
              <div className={css.faults}>
                <DefinitionFaults
                  faults={faults}
                  showElement={(fault) => (xml && drawn?.has(fault.at) ? () => showElement(xml, fault) : null)}
                />
              </div>
            ) : message ? (
              <p className={css.fault}>{message}</p>
            ) : null}
            {state === 'ready' || state === 'refused' ? (
              <div className={css.faults}>
                <ConversionOffer changes={changes} convert={() => convert(one)} />
              </div>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

interface DropProps {
  /** Whether the fields above are filled in; otherwise `warn` says what is missing. */
  readonly isReady: boolean
  readonly warn: () => void
  readonly add: (files: readonly File[]) => void
}

/** Takes definition files, dropped or chosen. */
export const DefinitionDropArea = ({ isReady, warn, add }: DropProps) => {
  const t = useLocalize()
  return (
    <DropArea
      onDrop={isReady ? add : warn}
      prompt={t(['将流程文件拖到此处，或', 'Drag process files here, or'])}
      hint={t([
        `可一次选择多个，文件名以 ${definitionSuffix} 结尾，单个不超过 256 KB`,
        `You can choose several; names end in ${definitionSuffix}, up to 256 kB each`,
      ])}
    >
      {isReady ? (
        <ChooseFile multiple accept=".xml" onSelect={add}>
          {t(['选择文件', 'Choose files'])}
        </ChooseFile>
      ) : (
        <Button onClick={warn}>{t(['选择文件', 'Choose files'])}</Button>
      )}
    </DropArea>
  )
}
