import { jobInfo, processorTypes } from '#contract/job/job-info.ts'
import { jobServer, localServerUrl } from '#contract/job/job-server.ts'
import type { Text } from '#contract/kit/text.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { Control } from '#web/form/control.ts'
import { controls } from '#web/form/controls.tsx'
import { ChoiceList } from '#web/form/select-control.tsx'
import { Notice } from '#web/ui/notice.tsx'

const cacheOptions = { staleTime: 60_000 }
/** The job servers of which jobs can be; undefined until they are known. */
export const useServers = () => useAnswer(jobServer.calls.select, {}, cacheOptions).data

/** Chooses a job server by its application, name and address. */
export const JobServerControl: Control = ({ value, onChange, disabled }) => {
  const t = useLocalize()
  const servers = useServers() ?? []
  return (
    <ChoiceList
      options={servers.map(({ id, jobAppName }) => ({ value: id, label: jobAppName }))}
      value={String(value ?? '')}
      onValue={(id) => onChange(id || null)}
      disabled={disabled}
      placeholder={t(['请选择', 'Please choose'])}
    />
  )
}

const notAllowed: Text = [
  '平台未开放外部处理器，含此处理器的任务不能开启和运行；需由运维人员设置 JOB_EXTERNAL=on。',
  'External processors are not permitted here, so such a job can be neither enabled nor run; whoever operates the platform can set JOB_EXTERNAL=on.',
]

/** Chooses an exported function of an uploaded module. */
const ExternalControl: Control = (props) => {
  const t = useLocalize()
  const { isAllowed, options } = useAnswer(jobInfo.calls.externalProcessors, {}, cacheOptions).data ?? {
    isAllowed: true,
    options: [],
  }
  const name = String(props.value ?? '')
  const choices = options.map((one) => ({ value: one.name, label: `${one.label} (${one.name})` }))
  const isListed = name === '' || choices.some(({ value }) => value === name)
  return (
    <>
      {isAllowed ? null : <Notice tone="ask">{t(notAllowed)}</Notice>}
      {choices.length ? (
        <ChoiceList
          options={isListed ? choices : [...choices, { value: name, label: name }]}
          value={name}
          onValue={(next) => props.onChange(next || null)}
          disabled={props.disabled}
          placeholder={t(['请选择', 'Please choose'])}
        />
      ) : (
        controls.text(props)
      )}
    </>
  )
}

/** Chooses a processor of this platform; those of other job servers are typed. */
export const ProcessorControl: Control = (props) => {
  const { value, onChange, disabled, values = {} } = props
  const t = useLocalize()
  const processors = useAnswer(jobInfo.calls.processors, {}, cacheOptions).data ?? []
  const server = useServers()?.find(({ id }) => id === values.jobServerId)
  const isElsewhere = server !== undefined && server.jobServerUrl !== localServerUrl
  if (isElsewhere) return controls.text(props)
  if (values.processorType === processorTypes.external) return <ExternalControl {...props} />
  const name = String(value ?? '')
  const options = processors.map((one) => ({
    value: one.name,
    label: t([`${one.label}（${one.name}）`, `${one.label} (${one.name})`]),
  }))
  const isListed = name === '' || options.some((one) => one.value === name)
  return (
    <ChoiceList
      options={isListed ? options : [...options, { value: name, label: name }]}
      value={name}
      onValue={(next) => onChange(next || null)}
      disabled={disabled}
      placeholder={t(['请选择', 'Please choose'])}
    />
  )
}
