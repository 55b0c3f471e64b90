// Every screen at every width it is meant for; 195 px is a phone at a zoom of 200%.
import { testEveryScreen } from './support/screens';

testEveryScreen([
  { width: 195, height: 422 },
  { width: 320, height: 568 },
  { width: 375, height: 667 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]);
