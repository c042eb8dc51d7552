// In this order: each may override what stands before it.
import './font.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';
import './shell.css';
