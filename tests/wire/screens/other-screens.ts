import { act, get, plain, post, type Screen } from '../step.ts'

const notices: Screen = {
  name: 'notices',
  menu: { code: 'notice', path: '/desk/notice' },
  steps: plain({
    path: 'caict-desk/notice',
    newRow: { title: '联调通知', category: '1', releaseTime: '2026-01-05 08:00:00', content: '<p>内容</p>' },
    changes: { title: '联调的通知' },
    searchQuery: {
      title: '联调通知',
      releaseTime_datege: '2026-01-01 00:00:00',
      releaseTime_datelt: '2026-02-01 00:00:00',
    },
    expectedFields: ['id', 'title', 'categoryName', 'releaseTime'],
  }),
}

const storages: Screen = {
  name: 'storages',
  menu: { code: 'oss', path: '/resource/oss' },
  steps: plain({
    path: 'caict-resource/oss',
    newRow: {
      category: '1',
      ossCode: 'wire',
      endpoint: 'https://storage.example',
      accessKey: 'key',
      secretKey: 'secret',
      bucketName: 'wire',
      remark: '备注',
    },
    changes: { remark: '新备注' },
    searchQuery: { ossCode: 'wire' },
    expectedFields: ['id', 'categoryName', 'ossCode', 'endpoint', 'bucketName', 'secretKey', 'statusName'],
  }),
}

const providers: Screen = {
  name: 'SMS providers',
  menu: { code: 'sms', path: '/resource/sms' },
  steps: plain({
    path: 'caict-resource/sms',
    newRow: {
      category: '3',
      smsCode: 'wire',
      templateId: 100200,
      accessKey: 'key',
      secretKey: 'secret',
      regionId: 'cn-hangzhou',
      signName: '联调',
      remark: '备注',
    },
    changes: { signName: '联调签名' },
    searchQuery: { smsCode: 'wire' },
    expectedFields: ['id', 'categoryName', 'smsCode', 'templateId', 'secretKey', 'statusName'],
  }),
}

const datasources: Screen = {
  name: 'data sources',
  menu: { code: 'datasource', path: '/tool/datasource' },
  steps: plain({
    path: 'caict-develop/datasource',
    newRow: {
      category: 1,
      name: '联调库',
      driverClass: 'org.postgresql.Driver',
      url: 'jdbc:postgresql://db.example/wire',
      username: 'wire',
      password: 'secret',
      remark: '备注',
    },
    changes: { remark: '新备注' },
    searchQuery: { name: '联调库' },
    expectedFields: ['id', 'name', 'driverClass', 'url', 'username', 'password'],
  }).map((step) =>
    step.title === 'changes the row'
      ? { ...step, json: { '...': '{row}', remark: '新备注', password: '******' } }
      : step,
  ),
}

const jobServers: Screen = {
  name: 'job servers',
  menu: { code: 'jobserver', path: '/job/jobserver' },
  steps: plain({
    path: 'caict-job/job-server',
    newRow: {
      jobServerName: '联调任务应用',
      jobServerUrl: 'https://scheduler.example',
      jobAppName: 'wire',
      jobAppPassword: 'secret',
      jobRemark: '备注',
    },
    changes: { jobRemark: '新备注' },
    searchQuery: { jobServerName_like: '联调', jobAppName_like: 'wire' },
    expectedFields: ['id', 'jobServerName', 'jobServerUrl', 'jobAppName', 'jobAppPassword', 'jobRemark'],
  }),
}

/** The form sends numbers as numbers, and the range of its lifecycle as one text. */
const job = {
  jobName: '联调任务',
  jobDescription: '描述',
  enable: 1,
  timeExpressionType: 2,
  timeExpression: '0 0 2 1 1 ? 2098',
  executeType: 1,
  processorType: 1,
  processorInfo: 'job-cleanup',
  jobParams: '{}',
  lifecycle: '2026-01-01 00:00:00,2099-01-01 00:00:00',
  dispatchStrategy: 1,
  maxInstanceNum: 0,
  concurrency: 5,
  instanceTimeLimit: 0,
  instanceRetryNum: 0,
  taskRetryNum: 0,
  minCpuCores: 0,
  minMemorySpace: 0,
  minDiskSpace: 0,
  designatedWorkers: 'worker-1,worker-2',
  maxWorkerCount: 0,
  notifyUserIds: '',
  alertThreshold: 0,
  statisticWindowLen: 0,
  silenceWindowLen: 0,
  logType: 1,
  logLevel: 2,
  extra: '备用',
}

const jobs: Screen = {
  name: 'scheduled jobs',
  menu: { code: 'jobinfo', path: '/job/jobinfo' },
  steps: [
    get('reads the job servers', 'caict-job/job-server/select', {}, { saveAs: { server: 'data.0.id' } }),
    ...plain({
      path: 'caict-job/job-info',
      newRow: { ...job, jobServerId: '{server}' },
      changes: { jobName: '联调的任务' },
      searchQuery: { jobServerId: '{server}', jobName: '联调' },
      expectedFields: ['id', 'jobServerId', 'jobId', 'jobName', 'timeExpression', 'enable'],
      extraSteps: [
        act('pauses it by the switch of the list', 'caict-job/job-info/change', { id: '{id}', enable: 0 }),
        get('is paused', 'caict-job/job-info/detail', { id: '{id}' }, { expectedValues: { 'data.enable': 0 } }),
      ],
    }),
  ],
}

const attachments: Screen = {
  name: 'attachments',
  menu: { code: 'attach', path: '/resource/attach' },
  steps: [
    {
      title: 'uploads a file',
      method: 'POST',
      path: 'caict-resource/oss/endpoint/put-file-attach',
      file: 'wire.csv',
      expectedFields: ['attachId', 'link', 'name', 'originalName'],
      saveAs: { id: 'data.attachId' },
    },
    get(
      'finds the row',
      'caict-resource/attach/list',
      { current: 1, size: 10, originalName: 'wire.csv' },
      {
        expectedFields: ['id', 'link', 'originalName', 'extension', 'attachSize'],
        saveAs: { link: 'data.records.0.link' },
      },
    ),
    {
      title: 'opens the link in a window, which sends no headers',
      method: 'GET',
      path: '{link}',
      visitor: true,
      isFile: true,
    },
    get('views the row', 'caict-resource/attach/detail', { id: '{id}' }, { expectedFields: ['link', 'originalName'] }),
    get(
      'is rejected without a session',
      'caict-resource/attach/detail',
      { id: '{id}' },
      { visitor: true, status: 401 },
    ),
    act('removes the row', 'caict-resource/attach/remove', { ids: '{id}' }),
  ],
}

const logOf = (name: string, code: string, logName: string, columns: readonly string[]): Screen => ({
  name,
  menu: { code, path: `/monitor/log/${logName}` },
  steps: [
    get(
      'opens the list',
      `caict-log/${logName}/list`,
      { current: 1, size: 10, serviceId: '', serverHost: '' },
      { saveAs: { records: 'data.records' } },
    ),
    get(
      'reads its columns',
      `caict-log/${logName}/list`,
      { current: 1, size: 10 },
      { expectedFields: columns, awaitsRow: true },
    ),
  ],
})

const companies: Screen = {
  name: 'companies',
  menu: { code: 'company', path: '/project/company' },
  steps: [
    post('adds a company with the three fields of the form', 'caict-porject/Commpany/save', {
      commpanyName: '联调企业',
      organizationCode: '{creditCode}',
      year: 2020,
    }),
    get(
      'finds the row',
      'caict-porject/Commpany/page',
      { current: 1, size: 10, commpanyName: '联调企业' },
      {
        expectedFields: ['id', 'commpanyName', 'organizationCode', 'year'],
        expectedValues: { 'data.records.0.accountType': 1, 'data.records.0.year': '2020' },
        saveAs: { id: 'data.records.0.id' },
      },
    ),
    act('removes the row', 'caict-porject/Commpany/remove', { ids: '{id}' }),
  ],
}

const columns: Screen = {
  name: 'news columns',
  menu: { code: 'column', path: '/news/column' },
  steps: [
    post('adds a column without the field that opens it', 'caict-news/column/release/save', {
      name: '联调栏目',
      type: 2,
      sort: '1',
      parentId: '',
    }),
    get(
      'finds the row',
      'caict-news/column/release/list',
      { name: '联调栏目' },
      { expectedValues: { 'data.0.isOpen': 1, 'data.0.parentId': '0' }, saveAs: { id: 'data.0.id' } },
    ),
    act('removes the row', 'caict-news/column/release/remove', { ids: '{id}' }),
  ],
}

const wrongRequests: Screen = {
  name: 'invalid requests',
  steps: [
    get('a wrong method is rejected', 'caict-system/post/submit', {}, { status: 405, msg: '不支持当前请求方法' }),
    get('an unknown address is rejected', 'caict-system/post/nothing', {}, { status: 404 }),
    get(
      'a request without a session is rejected',
      'caict-system/post/list',
      {},
      { visitor: true, status: 401, msg: '用户令牌过期，请重新登录' },
    ),
    {
      title: 'an invalid form is rejected',
      method: 'POST',
      path: 'caict-system/post/submit',
      form: { category: '9', postCode: '', postName: '', sort: '1' },
      status: 400,
      msg: '请输入岗位编号',
    },
  ],
}

export const otherScreens: readonly Screen[] = [
  ...[notices, storages, providers, datasources, jobServers, jobs, attachments, companies, columns],
  logOf('calls', 'log_api', 'api', [
    'serviceId',
    'serverHost',
    'serverIp',
    'env',
    'title',
    'method',
    'requestUri',
    'createTime',
  ]),
  logOf('events', 'log_usual', 'usual', [
    'serviceId',
    'serverHost',
    'serverIp',
    'env',
    'logLevel',
    'logId',
    'createTime',
  ]),
  wrongRequests,
]
