import { file, files } from '#contract/kit/field.ts'
import { attach } from '#contract/storage/attach.ts'
import { keyOf, queries } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ChooseFile } from '#web/ui/choose-file.tsx'
import { FieldSample } from '../field-sample.tsx'
import { Sample, Section, states } from '../sample.tsx'

/** Names and sizes of uploaded files, which a page reads from the server. */
const uploaded = [
  { attachId: 'sample-1', originalName: 'approval-2024.pdf', attachSize: 348_160 },
  {
    attachId: 'sample-2',
    originalName: 'description-of-the-network-and-of-the-applications-in-all-workshops-2024.docx',
    attachSize: 12_582_912,
  },
]
for (const answer of uploaded) queries.setQueryData(keyOf(attach.calls.detail, { id: answer.attachId }), answer)

const proof = file('批复文件', 'Approval', { required: true })
const materials = files('申报材料', 'Documents', { required: true })

export const FileSamples = () => {
  const t = useLocalize()
  return (
    <>
      <Section name="file" title={['文件字段', 'File field']}>
        <FieldSample name="plain" label={states.plain} field={{ ...proof, required: false }} />
        <FieldSample name="required" label={states.required} field={proof} />
        <FieldSample name="filled" label={states.filled} field={proof} value="sample-1" />
        <FieldSample name="several" label={['多个文件', 'Several files']} field={materials} value="sample-1,sample-2" />
        <FieldSample name="disabled" label={states.disabled} field={proof} value="sample-1" disabled />
        <FieldSample name="disabled-empty" label={['不可用，未填写', 'Disabled, empty']} field={proof} disabled />
        <FieldSample
          name="invalid"
          label={states.invalid}
          field={proof}
          fault={['请上传批复文件', 'Upload the approval']}
        />
      </Section>
      <Section name="choose-file" title={['选择文件按钮', 'File button']}>
        <Sample name="plain" label={states.plain}>
          <ChooseFile accept="" onSelect={() => {}}>
            {t(['选择文件', 'Choose file'])}
          </ChooseFile>
        </Sample>
        <Sample name="main" label={['主要', 'Primary']}>
          <ChooseFile kind="main" accept="" onSelect={() => {}}>
            {t(['选择文件', 'Choose file'])}
          </ChooseFile>
        </Sample>
        <Sample name="busy" label={states.busy}>
          <ChooseFile accept="" busy onSelect={() => {}}>
            {t(['正在上传', 'Uploading'])}
          </ChooseFile>
        </Sample>
        <Sample name="disabled" label={states.disabled}>
          <ChooseFile accept="" disabled onSelect={() => {}}>
            {t(['选择文件', 'Choose file'])}
          </ChooseFile>
        </Sample>
      </Section>
    </>
  )
}
