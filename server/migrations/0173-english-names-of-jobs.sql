-- Shipped jobs have English names for readers in English (contract/job/job-info.ts).
alter table job_info add column job_name_en text;
update job_info set job_name_en = 'Send e-mails and text messages' where is_shipped = 1 and job_name = '发送邮件和短信';
update job_info set job_name_en = 'Seal the audit' where is_shipped = 1 and job_name = '审计封存';
update job_info set job_name_en = 'Daily anchor of the audit chain' where is_shipped = 1 and job_name = '审计链每日存证';
update job_info set job_name_en = 'Delete old log entries' where is_shipped = 1 and job_name = '清理过期日志';
update job_info set job_name_en = 'Delete old runs and their files' where is_shipped = 1 and job_name = '清理已结束的任务';
update job_info set job_name_en = 'Delete unused files' where is_shipped = 1 and job_name = '清理未使用的文件';
update job_info set job_name_en = 'Delete old log files of jobs on each worker' where is_shipped = 1 and job_name = '清理各执行进程的过期任务日志文件';
update job_info set job_name_en = 'Check that stored files are intact' where is_shipped = 1 and job_name = '核对附件是否完好';
update job_info set job_name_en = 'Daily digest of what waits' where is_shipped = 1 and job_name = '每日待办汇总';
update job_info set job_name_en = 'Warnings and end of corrections' where is_shipped = 1 and job_name = '修改期限提醒与逾期归档';
update job_info set job_name_en = 'Reminders of operators that have not answered' where is_shipped = 1 and job_name = '提醒未回应邀请的运营商';
update job_info set job_name_en = 'Escalation of what offices are late with' where is_shipped = 1 and job_name = '办理超期提醒与督办';
update job_info set job_name_en = 'Archive what was finished three years ago' where is_shipped = 1 and job_name = '办结满三年归档';
update job_info set job_name_en = 'Check for timers of processes that did not fire' where is_shipped = 1 and job_name = '检查到期未触发的流程定时器';
update job_info set job_name_en = 'Back up and prove the backup' where is_shipped = 1 and job_name = '备份并验证';
